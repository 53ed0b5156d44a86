// Takes a picture of a report, for the README:
//
//     cd scripts/pages && npm ci && node picture.js REPORT.html ../../docs/report.png
//
// The first function of the report is unfolded. The picture is 900 pixels wide, and as high as the table.
import { resolve } from "node:path";
import puppeteer from "puppeteer-core";

const [page_file, picture] = process.argv.slice(2);
if (picture === undefined) {
  console.error("name the report and the picture");
  process.exit(2);
}
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
await page.setViewport({ width: 900, height: 200 });
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
await page.goto(`file://${resolve(page_file)}`);
const height = await page.evaluate(() => {
  document.querySelector("details")?.setAttribute("open", "");
  return Math.ceil(document.querySelector("table").getBoundingClientRect().bottom);
});
await page.screenshot({ path: picture, clip: { x: 0, y: 0, width: 900, height } });
await browser.close();
