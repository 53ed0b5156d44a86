//! Text in other languages, made of templates in files of their own, with marks for the parts that differ.

/// How every page of HTML begins: it opens from disk, fits narrow screens and fetches nothing.
const PAGE_HEAD: &str = include_str!("page_head.html");

/// Fills in values for the `@NAME@` of a template. A line with nothing but a name is replaced as a whole, so
/// that its value has to be whole lines.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(template.to_owned(), |text, (name, value)| {
        let mark = format!("@{name}@");
        let line = |line: &str| match line.strip_suffix('\n') {
            Some(alone) if alone == mark => (*value).to_owned(),
            _ => line.replace(&mark, value),
        };
        text.split_inclusive('\n').map(line).collect()
    })
}

/// A page of HTML, with the beginning that all pages have in the place of `@HEAD@`.
pub fn page(template: &str) -> String {
    fill(template, &[("HEAD", PAGE_HEAD)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_take_the_place_of_a_line_and_words_that_of_a_word() {
        let text = fill("@LINES@\nint @NAME@(@NAME@);\n", &[("LINES", "a;\nb;\n"), ("NAME", "f")]);
        assert_eq!(text, "a;\nb;\nint f(f);\n");
        assert_eq!(fill("@LINES@\nend\n", &[("LINES", "")]), "end\n");
    }

    #[test]
    fn a_page_begins_as_all_do() {
        let page = page("@HEAD@\n<title>It</title>\n");
        assert!(page.starts_with("<!doctype html>\n") && page.ends_with("\n<title>It</title>\n"), "{page}");
    }
}
