//! Pages beside the client: an order's public page, which whoever holds the paper sees after scanning its code
//! (rules 15), and those of payments ([`payment`]).
//!
//! Made here, of one piece and without a script, so that they open at once on any phone. Colours and type are those of
//! the client's theme.

pub mod payment;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha256};

use crate::wire::{
    number::{grouped, persian_digits},
    order_page::VerifyReply,
    text::{self, Lang, Text},
};

/// The page's one style.
const STYLE: &str = include_str!("page.css");

const CHECK: &str = r#"<path d="M5 12.500 10 17.500 19.500 7"/>"#;
const CLOCK: &str = r#"<circle cx="12" cy="12" r="8.500"/><path d="M12 7.500V12l3 2"/>"#;
const CROSS: &str = r#"<path d="m7 7 10 10M17 7 7 17"/>"#;
const SEARCH: &str = r#"<circle cx="11" cy="11" r="6.500"/><path d="m16 16 4 4"/>"#;

/// The style's hash as the content security policy names it: `sha256-…`.
pub fn style_hash() -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(STYLE)))
}

/// The page of an order that was found, asked for at `now` (`1405/08/30 - 12:00`).
pub fn found(order: &VerifyReply, now: &str, lang: Lang) -> String {
    let VerifyReply { code, revision, status, status_text, grand_toman, create_time } = order;
    let (tone, icon, words) = match status {
        1 => ("good", CHECK, text::PAGE_REGISTERED),
        2 => ("bad", CROSS, text::PAGE_CANCELLED),
        _ if *revision > 0 => ("wait", CLOCK, text::PAGE_REOPENED),
        _ => ("wait", CLOCK, text::PAGE_OPEN),
    };
    let say = |text: Text| text.in_lang(lang);
    let revision =
        if *revision > 0 { digits(&revision.to_string(), lang) } else { say(text::PAGE_NO_REVISION).to_owned() };
    let rows = [
        // Left to right in any language.
        (text::PAGE_CODE, format!("<bdi dir=\"ltr\">{}</bdi>", escaped(&digits(code, lang)))),
        (text::PAGE_REVISION, revision),
        (text::PAGE_CREATED, escaped(&digits(create_time, lang))),
        (text::PAGE_CHECKED, digits(now, lang)),
    ];
    let rows = rows.map(|(name, value)| format!("<div><dt>{}</dt><dd>{value}</dd></div>", say(name))).concat();
    let body = format!(
        "{state}<div class=\"tear\"></div>\
         <p class=\"total\"><span>{total}</span><strong>{amount} <small>{toman}</small></strong></p><dl>{rows}</dl></section>\
         <p class=\"hint\">{compare}</p><p class=\"hint\">{privacy}</p>",
        state = state(tone, icon, status_text, say(words)),
        total = say(text::PAGE_TOTAL),
        amount = digits(&grouped(*grand_toman, lang), lang),
        toman = say(text::PAGE_TOMAN),
        compare = say(text::PAGE_COMPARE),
        privacy = say(text::PAGE_PRIVACY),
    );
    page(&format!("{} {}", say(text::PAGE_TITLE), escaped(&digits(code, lang))), &body, lang)
}

/// The page when there is no such order.
pub fn unknown(lang: Lang) -> String {
    let body = state("none", SEARCH, text::PAGE_UNKNOWN.in_lang(lang), text::PAGE_UNKNOWN_HINT.in_lang(lang));
    page(text::PAGE_UNKNOWN.in_lang(lang), &format!("{body}</section>"), lang)
}

/// The page when the order could not be asked for, with what to say about it.
pub fn trouble(words: &str, lang: Lang) -> String {
    let body = state("wait", CLOCK, text::PAGE_TROUBLE.in_lang(lang), &escaped(words));
    page(text::PAGE_TROUBLE.in_lang(lang), &format!("{body}</section>"), lang)
}

fn state(tone: &str, icon: &str, title: &str, words: &str) -> String {
    format!(
        "<div class=\"state {tone}\"><span class=\"seal\"><svg viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" \
         stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\" aria-hidden=\"true\">{icon}</svg></span>\
         <h1>{title}</h1><p>{words}</p></div>"
    )
}

fn page(title: &str, body: &str, lang: Lang) -> String {
    framed(title, text::PAGE_TITLE.in_lang(lang), body, lang)
}

/// A page with a name for browsers, and `what` it is in its head.
fn framed(title: &str, what: &str, body: &str, lang: Lang) -> String {
    let (code, direction) = match lang {
        Lang::Fa => ("fa", "rtl"),
        Lang::En => ("en", "ltr"),
    };
    let brand = text::PAGE_BRAND.in_lang(lang);
    format!(
        "<!doctype html><html lang=\"{code}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex, nofollow\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"theme-color\" content=\"#2B2C6B\"><title>{title} | {brand}</title>\
         <link rel=\"icon\" href=\"/icons/icon.svg\" type=\"image/svg+xml\"><style>{STYLE}</style></head><body><main>\
         <section class=\"card\"><header class=\"head\"><img src=\"/icons/icon.svg\" alt=\"\"><b>{brand}</b>\
         <span>{what}</span></header>{body}</main></body></html>"
    )
}

fn digits(text: &str, lang: Lang) -> String {
    match lang {
        Lang::Fa => persian_digits(text),
        Lang::En => text.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut safe, letter| {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
        safe
    })
}

#[cfg(test)]
mod tests {
    use pishkhan_proto::orders::v1 as pb;

    use super::*;

    fn order(status: pb::OrderStatus, revision: i64) -> VerifyReply {
        let order = pb::GetPublicOrderResponse {
            code: "1405-08-000123".to_owned(),
            revision,
            status: status.into(),
            grand_toman: 11_245_640,
            create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
        };
        VerifyReply::new(order, Lang::Fa)
    }

    #[test]
    fn the_page_says_what_is_on_the_paper() {
        let page = found(&order(pb::OrderStatus::Registered, 2), "1405/08/30 - 12:30", Lang::Fa);
        for part in [
            "lang=\"fa\" dir=\"rtl\"",
            "<h1>ثبت شده</h1>",
            "۱۴۰۵-۰۸-۰۰۰۱۲۳",
            "<dd>۲</dd>",
            "۱۱٬۲۴۵٬۶۴۰ <small>تومان",
            "<dd>۱۴۰۵/۰۸/۳۰ - ۱۲:۱۰</dd>",
            "<dd>۱۴۰۵/۰۸/۳۰ - ۱۲:۳۰</dd>",
            "noindex",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<script") && !page.contains(" style="));
        let says = |status, revision| found(&order(status, revision), "", Lang::Fa);
        assert!(says(pb::OrderStatus::Open, 0).contains(text::PAGE_OPEN.fa));
        assert!(says(pb::OrderStatus::Open, 1).contains(text::PAGE_REOPENED.fa));
        assert!(says(pb::OrderStatus::Cancelled, 1).contains(text::PAGE_CANCELLED.fa));
        let english = found(&order(pb::OrderStatus::Registered, 2), "", Lang::En);
        assert!(english.contains("dir=\"ltr\"") && english.contains("11,245,640 <small>tomans"));
    }

    #[test]
    fn nothing_that_is_told_becomes_markup() {
        let mut order = order(pb::OrderStatus::Registered, 1);
        order.code = "<b>\"&".to_owned();
        let page = found(&order, "", Lang::En);
        assert!(page.contains("&lt;b&gt;&quot;&amp;") && !page.contains("<b>\""));
        assert!(trouble("<i>", Lang::Fa).contains("<p>&lt;i&gt;</p>"));
        assert!(unknown(Lang::Fa).contains(text::PAGE_UNKNOWN.fa));
    }

    #[test]
    fn the_colours_are_those_of_the_client() {
        let palettes = include_str!("../../../frontend/src/shared/theme/palettes.ts");
        let (light, dark) = palettes.split_once("export const dark").unwrap();
        let (own_light, rest) = STYLE.split_once("@media (prefers-color-scheme:dark)").unwrap();
        for (client, own) in [(light, own_light), (dark, rest.split("@font-face").next().unwrap())] {
            let pairs = own.split(['{', ';', '}']).filter_map(|pair| pair.strip_prefix("--")?.split_once(':'));
            let mut count = 0;
            for (name, value) in pairs {
                assert!(client.contains(&format!("{name}: '{value}'")), "{name} is not {value}");
                count += 1;
            }
            assert!(count >= 12);
        }
    }
}
