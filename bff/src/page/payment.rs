//! The pages of the built-in payment gateway, and what a payer sees whose payment can't be found.

use pishkhan_proto::settings::v1 as pb;

use super::{CHECK, CLOCK, CROSS, SEARCH, digits, escaped, framed, state};
use crate::wire::{
    billing::text,
    number::grouped,
    text::{Lang, PAGE_TOMAN, Text},
    time,
};

/// What may be done, with how much it weighs.
const ACTS: [(&str, Text, &str); 4] = [
    ("pay", text::SANDBOX_PAY, "main"),
    ("cancel", text::SANDBOX_CANCEL, ""),
    ("pay-silently", text::SANDBOX_PAY_SILENTLY, "small"),
    ("pay-twice", text::SANDBOX_PAY_TWICE, "small"),
];

/// The gateway asks what to do with a payment.
pub fn offered(authority: &str, seal: &str, payment: &pb::GetSandboxPaymentResponse, lang: Lang) -> String {
    let decision = payment.decision();
    if decision != pb::SandboxDecision::Unspecified {
        return decided(authority, decision, Some(seal), lang);
    }
    let say = |text: Text| text.in_lang(lang);
    let expires = payment.expire_time.and_then(time::jalali_text).unwrap_or_default();
    let rows = [(text::SANDBOX_PAYER, escaped(&payment.payer)), (text::SANDBOX_EXPIRES, digits(&expires, lang))];
    let rows = rows.map(|(name, value)| format!("<div><dt>{}</dt><dd>{value}</dd></div>", say(name))).concat();
    let acts = ACTS.map(|(act, name, class)| {
        format!(
            "<form method=\"post\" action=\"/pay/sandbox/{}/{act}\"><button class=\"{class}\">{}</button></form>",
            escaped(authority),
            say(name)
        )
    });
    let body = format!(
        "<h1 class=\"total\"><span>{total}</span><strong>{amount} <small>{toman}</small></strong></h1><dl>{rows}</dl>\
         <div class=\"acts\">{acts}</div></section><p class=\"hint\">{words}</p>",
        total = say(text::SANDBOX_AMOUNT),
        amount = digits(&grouped(payment.amount_toman, lang), lang),
        toman = say(PAGE_TOMAN),
        acts = acts.concat(),
        words = say(text::SANDBOX_WORDS),
    );
    shown(text::SANDBOX_TITLE, &body, lang)
}

/// A payment that was decided at the gateway. The payer's way back, under `seal`, tells the panel of it; without one the
/// panel is not told.
pub fn decided(authority: &str, decision: pb::SandboxDecision, seal: Option<&str>, lang: Lang) -> String {
    let paid = decision == pb::SandboxDecision::Paid;
    let (tone, icon, title, status) =
        if paid { ("good", CHECK, text::SANDBOX_PAID, "OK") } else { ("bad", CROSS, text::SANDBOX_CANCELLED, "NOK") };
    let words = if seal.is_some() { text::SANDBOX_DECIDED } else { text::SANDBOX_LOST };
    let target = seal.map_or_else(
        || "/home".to_owned(),
        |seal| format!("/pay/return?seal={seal}&Authority={authority}&Status={status}"),
    );
    let body =
        format!("{}{}</section>", state(tone, icon, title.in_lang(lang), words.in_lang(lang)), back(&target, lang));
    shown(title, &body, lang)
}

/// The page when there is no such payment.
pub fn unknown(lang: Lang) -> String {
    let (title, words) = (text::PAYMENT_UNKNOWN, text::PAYMENT_UNKNOWN_HINT);
    let state = state("none", SEARCH, title.in_lang(lang), words.in_lang(lang));
    shown(title, &format!("{state}{}</section>", back("/home", lang)), lang)
}

/// The page when nobody can say now what became of a payment, with what to say about it.
pub fn trouble(words: &str, lang: Lang) -> String {
    let title = text::PAYMENT_TROUBLE;
    let state = state("wait", CLOCK, title.in_lang(lang), &escaped(words));
    let hint = text::PAYMENT_TROUBLE_HINT.in_lang(lang);
    shown(title, &format!("{state}{}</section><p class=\"hint\">{hint}</p>", back("/home", lang)), lang)
}

fn back(target: &str, lang: Lang) -> String {
    format!(
        "<div class=\"acts\"><a class=\"main\" href=\"{}\">{}</a></div>",
        escaped(target),
        text::SANDBOX_BACK.in_lang(lang)
    )
}

fn shown(title: Text, body: &str, lang: Lang) -> String {
    framed(title.in_lang(lang), text::SANDBOX_TITLE.in_lang(lang), body, lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(decision: pb::SandboxDecision) -> pb::GetSandboxPaymentResponse {
        pb::GetSandboxPaymentResponse {
            amount_toman: 1_100_000,
            payer: "پخش <b>آفتاب".to_owned(),
            decision: decision.into(),
            expire_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
        }
    }

    #[test]
    fn the_gateway_names_amount_and_payer_and_what_may_be_done() {
        let page = offered("A1\"", "s", &payment(pb::SandboxDecision::Unspecified), Lang::Fa);
        for part in ["۱٬۱۰۰٬۰۰۰", "پخش &lt;b&gt;آفتاب", "/pay/sandbox/A1&quot;/pay-silently", "۱۴۰۵/۰۸/۳۰ - ۱۲:۱۰"]
        {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<script") && !page.contains(" style=") && !page.contains("A1\"/"));
    }

    #[test]
    fn what_was_decided_leads_back() {
        let page = offered("A1", "s", &payment(pb::SandboxDecision::Paid), Lang::Fa);
        assert!(page.contains("/pay/return?seal=s&amp;Authority=A1&amp;Status=OK") && !page.contains("<form"));
        let page = decided("A1", pb::SandboxDecision::Cancelled, Some("s"), Lang::En);
        assert!(page.contains("Status=NOK") && page.contains("Cancelled"));
        let lost = decided("A1", pb::SandboxDecision::Paid, None, Lang::Fa);
        assert!(lost.contains("href=\"/home\"") && lost.contains(text::SANDBOX_LOST.fa));
        assert!(trouble("<i>", Lang::Fa).contains("&lt;i&gt;") && unknown(Lang::Fa).contains(text::PAYMENT_UNKNOWN.fa));
    }
}
