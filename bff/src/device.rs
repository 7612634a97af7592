//! What a browser says it is, in the few words that people know their devices by.

/// Browsers, the more particular before those they pretend to be.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Systems, in the same order.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// `Chrome · Android`; empty for what says nothing known. Nothing else of the header is passed on.
pub fn name(user_agent: &str) -> String {
    let known = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    [known(BROWSERS), known(SYSTEMS)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_called_what_people_call_them() {
        let like = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (user_agent, expected) in [
            (format!("Mozilla/5.0 (Linux; Android 10; K) {like} Chrome/139.0.0.0 Mobile Safari/537.36"), "Chrome · Android"),
            (
                format!("Mozilla/5.0 (Linux; Android 10; K) {like} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36"),
                "Samsung Internet · Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 \
                 Mobile/15E148 Safari/604.1"
                    .to_owned(),
                "Safari · iPhone",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0 Mobile/15E148 \
                 Safari/604.1"
                    .to_owned(),
                "Chrome · iPad",
            ),
            (
                format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {like} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0"),
                "Edge · Windows",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0".to_owned(), "Firefox · Linux"),
            (format!("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {like} Version/18.5 Safari/605.1.15"), "Safari · macOS"),
            ("curl/8.14.1".to_owned(), ""),
            ("Windows".to_owned(), "Windows"),
            ("<script>alert(1)</script>".repeat(100), ""),
            (String::new(), ""),
        ] {
            assert_eq!(name(&user_agent), expected, "{user_agent}");
        }
    }
}
