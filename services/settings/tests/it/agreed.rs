//! What a seller types of the terms is a proposal, which the platform confirms from a month on or refuses.

use pishkhan_proto::settings::v1::{
    self as pb,
    Cooperation::{Amount, Basket, Percentage},
};
use pishkhan_settings::domain::month::Month;
use tonic::Code;

use crate::{
    billing::{BillingApp, Terms},
    harness::{all, problems, refusal, seller_id},
};

/// What the seller's profile says: cooperation, commission, payment date; and its version.
async fn profile(app: &BillingApp) -> ((pb::Cooperation, i64, String), i64) {
    let request = pb::GetSellerRequest { seller_id: seller_id(1).to_string() };
    let reply = app.app.seller(seller_id(1)).get_seller(request).await.unwrap().into_inner();
    let seller = reply.seller.unwrap();
    ((seller.cooperation(), seller.agreed_commission, seller.commission_payment_date), reply.version)
}

async fn current(app: &BillingApp) -> Option<pb::AgreedTerms> {
    let request = pb::GetAgreedTermsRequest { seller_id: seller_id(1).to_string() };
    app.terms().get_agreed_terms(request).await.unwrap().into_inner().current
}

async fn listed(app: &BillingApp, state: pb::ProposalState) -> Vec<pb::Proposal> {
    let request = pb::ListProposalsRequest { state: state.into(), ..Default::default() };
    app.terms().list_proposals(request).await.unwrap().into_inner().proposals
}

#[tokio::test]
async fn what_is_typed_is_proposed_and_holds_once_it_is_confirmed() {
    let app = BillingApp::start(1).await;
    let reply = app.propose(1, "a", (Percentage, 250)).await;
    assert!(reply.proposed);
    assert_eq!(profile(&app).await.0, (pb::Cooperation::Unspecified, 0, String::new()));
    assert_eq!(current(&app).await, None);
    let proposal = app.awaiting(1).await.unwrap();
    let terms = pb::AgreedTerms {
        cooperation: Percentage.into(),
        agreed_commission: 250,
        payment_date: "2026-12-01".to_owned(),
        from_month: 0,
    };
    assert_eq!((proposal.terms.clone(), proposal.state()), (Some(terms.clone()), pb::ProposalState::Awaiting));
    assert_eq!(listed(&app, pb::ProposalState::Unspecified).await, vec![proposal.clone()]);
    // The same request again, and the same form under another name, propose nothing new.
    assert!(app.propose(1, "a", (Percentage, 250)).await.proposed, "the reply of before");
    assert!(!app.propose(1, "b", (Percentage, 250)).await.proposed);
    assert_eq!(app.awaiting(1).await, Some(proposal.clone()));

    let version = profile(&app).await.1;
    let decided = app.decide(&proposal, true, 0).await.unwrap();
    assert_eq!(decided.state(), pb::ProposalState::Confirmed);
    let holds = pb::AgreedTerms { from_month: 140_508, ..terms };
    assert_eq!((decided.terms, decided.decide_time.is_some()), (Some(holds.clone()), true));
    assert_eq!(profile(&app).await, ((Percentage, 250, "2026-12-01".to_owned()), version + 1));
    assert_eq!((current(&app).await, app.awaiting(1).await), (Some(holds), None));
    // The form that shows what holds proposes nothing.
    assert!(!app.propose(1, "c", (Percentage, 250)).await.proposed);
    app.app.db.assert_audit(&["seller.created", "seller.changed", "terms.proposed", "terms.confirmed"]).await;
}

#[tokio::test]
async fn a_later_proposal_replaces_an_earlier_one_and_what_holds_leaves_it_alone() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 250), 0).await;
    app.propose(1, "a", (Basket, 10_000)).await;
    let first = app.awaiting(1).await.unwrap();
    // A form that was opened before still shows what holds.
    assert!(!app.propose(1, "b", (Percentage, 250)).await.proposed);
    assert_eq!(app.awaiting(1).await, Some(first.clone()));
    assert!(app.propose(1, "c", (Amount, 5_000_000)).await.proposed);
    let second = app.awaiting(1).await.unwrap();
    assert_ne!(second.proposal_id, first.proposal_id);
    assert_eq!(listed(&app, pb::ProposalState::Superseded).await[0].proposal_id, first.proposal_id);
    assert_eq!(refusal(app.decide(&first, true, 0).await), (Code::FailedPrecondition, "PROPOSAL_DECIDED".to_owned()));
    assert_eq!(refusal(app.decide(&first, false, 0).await).1, "PROPOSAL_DECIDED");
    assert_eq!(app.decide(&second, false, 0).await.unwrap().state(), pb::ProposalState::Refused);
    assert_eq!(profile(&app).await.0.0, Percentage);
    // What was refused can be proposed again.
    assert!(app.propose(1, "d", (Amount, 5_000_000)).await.proposed);
}

#[tokio::test]
async fn a_decision_is_made_once() {
    let app = BillingApp::start(1).await;
    app.propose(1, "a", (Percentage, 250)).await;
    let proposal = app.awaiting(1).await.unwrap();
    let confirmed = app.decide(&proposal, true, 140_508).await.unwrap();
    for from_month in [0, 140_508] {
        assert_eq!(app.decide(&proposal, true, from_month).await.unwrap(), confirmed);
    }
    for (confirm, from_month) in [(false, 0), (true, 140_507), (true, 140_509)] {
        assert_eq!(refusal(app.decide(&proposal, confirm, from_month).await).1, "PROPOSAL_DECIDED");
    }
    app.propose(1, "b", (Basket, 1)).await;
    let proposal = app.awaiting(1).await.unwrap();
    // Two at the same time who do not agree.
    let decisions = [true, false].map(|confirm| {
        let (mut client, proposal) = (app.terms(), proposal.clone());
        Box::pin(async move {
            let request = pb::DecideProposalRequest {
                request_id: format!("d{confirm}"),
                seller_id: proposal.seller_id,
                proposal_id: proposal.proposal_id,
                confirm,
                from_month: 0,
            };
            client.decide_proposal(request).await.map(drop)
        })
    });
    let (won, lost): (Vec<_>, Vec<_>) = all(decisions.into_iter()).await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 1));
    assert_eq!(refusal(lost.into_iter().next().unwrap()).1, "PROPOSAL_DECIDED");
}

#[tokio::test]
async fn terms_of_a_later_month_begin_with_it() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 250), 0).await;
    app.agree(1, (Basket, 9_000), 140_509).await;
    assert_eq!(profile(&app).await.0.0, Percentage);
    assert_eq!(app.app.app.begin_terms_once().await.unwrap(), 0);
    app.set_clock("1405/09/01", 0);
    assert_eq!(current(&app).await.unwrap().cooperation(), Basket);
    let version = profile(&app).await.1;
    assert_eq!(app.app.app.begin_terms_once().await.unwrap(), 1);
    assert_eq!(app.app.app.begin_terms_once().await.unwrap(), 0);
    assert_eq!(profile(&app).await, ((Basket, 9_000, "2026-12-01".to_owned()), version + 1));
    assert_eq!(app.app.db.db_count("audit_event WHERE action = 'terms.begun'").await, 1);
}

#[tokio::test]
async fn terms_that_cannot_begin_keep_nobody_elses_from_it() {
    let app = BillingApp::start(3).await;
    for seller in 1..=3 {
        app.agree(seller, (Percentage, 250), 0).await;
        app.agree(seller, (Basket, 9_000), 140_509).await;
    }
    app.app.refuse("UPDATE ON seller", 1).await;
    app.set_clock("1405/09/01", 0);
    assert_eq!(app.app.app.begin_terms_once().await.unwrap(), 2);
    assert_eq!(app.app.app.begin_terms_once().await.unwrap(), 0);
    app.app.db.db_execute("DROP TRIGGER refuse ON seller").await;
    assert_eq!(app.app.app.begin_terms_once().await.unwrap(), 1);
}

#[tokio::test]
async fn an_invoiced_month_keeps_its_terms() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 250), 140_506).await;
    assert_eq!(app.make(140_507, None).await.unwrap(), (1, 0, 0));
    app.propose(1, "b", (Basket, 9_000)).await;
    let proposal = app.awaiting(1).await.unwrap();
    for from_month in [140_506, 140_507] {
        let refused = app.decide(&proposal, true, from_month).await;
        assert_eq!(refusal(refused), (Code::FailedPrecondition, "MONTH_INVOICED".to_owned()), "{from_month}");
    }
    // The month before the others' first one, and the one after the invoice, are free.
    app.decide(&proposal, true, 140_508).await.unwrap();
    app.propose(1, "c", (Amount, 7)).await;
    let early = app.awaiting(1).await.unwrap();
    app.decide(&early, true, 140_505).await.unwrap();
    assert_eq!(current(&app).await.unwrap().cooperation(), Basket);
    assert_eq!(app.make(140_505, None).await.unwrap(), (1, 0, 0));
    assert_eq!(app.invoice(1, 140_505).await.0.total_toman, 7);
}

#[tokio::test]
async fn bad_decisions_and_others_are_refused() {
    let app = BillingApp::start(2).await;
    app.propose(1, "a", (Percentage, 250)).await;
    let proposal = app.awaiting(1).await.unwrap();
    for from_month in [-1, 1405, 140_513, 139_912, 150_001] {
        assert_eq!(problems(app.decide(&proposal, true, from_month).await)[0].0, "from_month");
    }
    let of_other = pb::Proposal { seller_id: seller_id(2).to_string(), ..proposal.clone() };
    assert_eq!(refusal(app.decide(&of_other, true, 0).await), (Code::NotFound, "PROPOSAL_NOT_FOUND".to_owned()));
    let of_nobody = pb::Proposal { seller_id: seller_id(7).to_string(), ..proposal.clone() };
    assert_eq!(refusal(app.decide(&of_nobody, true, 0).await).1, "SELLER_NOT_FOUND");
    // A seller sees its own terms and decides nothing.
    let mut other = Terms::new(app.server.as_seller(seller_id(2)));
    let foreign = pb::GetAgreedTermsRequest { seller_id: seller_id(1).to_string() };
    assert_eq!(refusal(other.get_agreed_terms(foreign).await), (Code::NotFound, "SELLER_NOT_FOUND".to_owned()));
    let own = pb::GetAgreedTermsRequest { seller_id: seller_id(2).to_string() };
    assert_eq!(other.get_agreed_terms(own).await.unwrap().into_inner().proposal, None);
    let decision = pb::DecideProposalRequest { seller_id: seller_id(2).to_string(), ..Default::default() };
    assert_eq!(refusal(other.decide_proposal(decision).await).0, Code::PermissionDenied);
    let mut bound = Terms::new(app.server.as_tool(&["settings.*"], Some(seller_id(2))));
    assert_eq!(refusal(bound.list_proposals(pb::ListProposalsRequest::default()).await).0, Code::PermissionDenied);
    let own = pb::ListProposalsRequest { seller_id: seller_id(2).to_string(), ..Default::default() };
    assert_eq!(bound.list_proposals(own).await.unwrap().into_inner().proposals, []);
    assert_eq!(app.awaiting(1).await, Some(proposal));
}

#[tokio::test]
async fn proposals_come_in_pages_oldest_first() {
    let app = BillingApp::start(3).await;
    for number in 1..=3 {
        app.propose(number, "a", (Percentage, i64::from(number))).await;
    }
    let (mut token, mut sellers) = (String::new(), Vec::new());
    loop {
        let request = pb::ListProposalsRequest { page_size: 1, page_token: token, ..Default::default() };
        let page = app.terms().list_proposals(request).await.unwrap().into_inner();
        sellers.extend(page.proposals.into_iter().map(|proposal| proposal.seller_id));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(sellers, [1, 2, 3].map(|number| seller_id(number).to_string()));
    let bad = pb::ListProposalsRequest { page_token: "x".to_owned(), ..Default::default() };
    assert_eq!(problems(app.terms().list_proposals(bad).await)[0].0, "page_token");
}

#[tokio::test]
async fn what_stood_in_the_form_holds_from_the_first_month_on() {
    let app = BillingApp::start(1).await;
    app.app.db.db_execute(include_str!("../../migrations/2026-11-23-000020_invoices/down.sql")).await;
    app.app
        .db
        .db_execute(
            "UPDATE seller SET cooperation = 2, agreed_commission = 700, commission_payment_date = '2026-12-01'",
        )
        .await;
    app.app.db.db_execute(include_str!("../../migrations/2026-11-23-000020_invoices/up.sql")).await;
    app.app.db.db_grant().await;
    let terms = current(&app).await.unwrap();
    assert_eq!((terms.cooperation(), terms.agreed_commission, terms.from_month), (Basket, 700, 140_001));
    assert_eq!(Month::from_code(terms.from_month).unwrap().to_string(), "1400-01");
}
