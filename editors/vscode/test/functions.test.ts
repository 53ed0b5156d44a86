import assert from "node:assert/strict";
import { test } from "node:test";
import { functionAt, Lens } from "../src/functions";

function lens(line: number, command: string, ...rest: unknown[]): Lens {
  return { range: { start: { line } }, command: { command, arguments: rest } };
}

const lenses = [
  lens(1, "symir.generate", "file:///a.c", "half"),
  lens(1, "symir.openTest", "file:///a.c", "half"),
  lens(7, "symir.cancel"),
  lens(7, "symir.openTest", "file:///a.c", "ratio"),
];

test("the function is the last one above the line", () => {
  assert.equal(functionAt(lenses, 1), "half");
  assert.equal(functionAt(lenses, 6), "half");
  assert.equal(functionAt(lenses, 7), "ratio");
  assert.equal(functionAt(lenses, 99), "ratio");
});

test("above the first function there is none", () => {
  assert.equal(functionAt(lenses, 0), undefined);
  assert.equal(functionAt([], 5), undefined);
  assert.equal(functionAt([{ range: { start: { line: 0 } } }], 5), undefined);
});
