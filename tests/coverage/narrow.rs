//! Shows a page in a browser as on a phone, 400 pixels wide. Windows cannot be so narrow, but frames can.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Runs `script` in the page, and returns the text that it leaves in `says`.
pub fn shown(browser: &OsStr, page: &Path, script: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = std::fs::read_to_string(page).expect("the page can be read");
    let script = format!("<script>{script} parent.postMessage(says, '*');</script></body>");
    std::fs::write(folder.path().join("page.html"), text.replace("</body>", &script)).expect("written");
    let frame = "<!doctype html><title></title><script>onmessage = event => { document.title = event.data; };</script>\
                 <iframe src=\"page.html\" width=\"400\" height=\"900\"></iframe>";
    let outer = folder.path().join("outer.html");
    std::fs::write(&outer, frame).expect("written");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", outer.display()))
        .output()
        .expect("the browser starts");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let title = dom.split("<title>").nth(1).and_then(|rest| rest.split('<').next());
    title.unwrap_or_default().to_owned()
}
