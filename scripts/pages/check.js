// Checks pages that symir has written: light and dark, wide and 400 pixels narrow, and by keyboard. axe-core reports what keeps people
// from using them. Exit code 1 if anything is found.
//
//     cd scripts/pages && npm ci && npm run check -- [--pictures FOLDER] PAGE.html...
//
// It needs a Chromium: /usr/bin/chromium of Debian, or the one that CHROMIUM names.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import puppeteer from "puppeteer-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WIDTHS = [400, 1280];
const SCHEMES = ["light", "dark"];

const words = process.argv.slice(2);
const at = words.indexOf("--pictures");
const pictures = at >= 0 ? words.splice(at, 2)[1] : undefined;
if (words.length === 0) {
  console.error("name the pages to look at, such as tests/report.html");
  process.exit(2);
}
if (pictures) {
  mkdirSync(pictures, { recursive: true });
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--allow-file-access-from-files"],
});
let troubles = 0;
function tell(where, what) {
  troubles += 1;
  console.log(`${where}: ${what}`);
}

for (const file of words) {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      const where = `${file} at ${width} px, ${scheme}`;
      const page = await browser.newPage();
      page.on("pageerror", (error) => tell(where, error.message));
      // The page allows only its own script, and axe is another one.
      await page.setBypassCSP(true);
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.goto(`file://${resolve(file)}`);
      const across = await page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
      if (across > 0) {
        tell(where, `it is ${across} px wider than the screen`);
      }
      await page.addScriptTag({ path: axe });
      const { violations } = await page.evaluate(() => window.axe.run());
      for (const { id, help, nodes } of violations) {
        tell(where, `${id}: ${help}: ${nodes.length} times, such as ${nodes[0].html.slice(0, 120)}`);
      }
      await keyboard(page, where);
      if (pictures) {
        const folder = basename(dirname(resolve(file)));
        const name = `${folder}-${basename(file, ".html")}-${width}-${scheme}.png`;
        await page.screenshot({ path: join(pictures, name) });
      }
      await page.close();
    }
  }
}
await browser.close();
console.log(`${troubles} troubles on ${words.length} pages`);
process.exit(troubles === 0 ? 0 : 1);

/** Checks that the tab key reaches something, that everything it reaches shows the focus, and that headers sort at the enter key. */
async function keyboard(page, where) {
  const count = await page.evaluate(() => {
    const all = [...document.querySelectorAll("button, a[href], input, select, summary")];
    return all.filter((it) => it.checkVisibility() && it.tabIndex >= 0 && !it.disabled).length;
  });
  const reached = new Set();
  await page.evaluate(() => window.getSelection().removeAllRanges());
  for (let step = 0; step < count + 5; step++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const it = document.activeElement;
      if (it === null || it === document.body) {
        return null;
      }
      window.symirReached = window.symirReached ?? [];
      const number = window.symirReached.indexOf(it);
      const index = number >= 0 ? number : window.symirReached.push(it) - 1;
      const style = getComputedStyle(it);
      return { index, html: it.outerHTML.slice(0, 80), seen: style.outlineStyle !== "none" || style.boxShadow !== "none" };
    });
    if (focused === null) {
      break;
    }
    reached.add(focused.index);
    if (!focused.seen) {
      tell(where, `nothing shows that this has the focus: ${focused.html}`);
    }
  }
  if (count > 0 && reached.size === 0) {
    tell(where, "the tab key reaches nothing");
  }
  const header = await page.$("thead th button");
  if (header !== null && await header.evaluate((it) => it.checkVisibility())) {
    await header.focus();
    await page.keyboard.press("Enter");
    const sort = await page.evaluate(() => document.querySelector("thead th").getAttribute("aria-sort"));
    if (sort !== "ascending" && sort !== "descending") {
      tell(where, "a header does not sort at the enter key");
    }
  }
}
