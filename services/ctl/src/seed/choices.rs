//! Brands and regions of the demo: what there is to choose from, and what its sellers have chosen.

use std::collections::BTreeSet;

use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as orders, settings::v1 as pb};
use uuid::Uuid;

use crate::clients::{Clients, again, explain};

/// Offers the brands and regions of a seller's sheets and chooses them for it.
pub async fn choose(
    clients: &Clients,
    seller: Uuid,
    products: &[catalogue::ProductRow],
    customers: &[orders::CustomerRow],
) -> anyhow::Result<()> {
    let brands = products.iter().map(|row| row.brand.trim());
    let regions = customers.iter().map(|row| row.activity_area.trim());
    for (kind, names) in
        [(pb::ChoiceKind::Brand, brands.collect::<BTreeSet<_>>()), (pb::ChoiceKind::Region, regions.collect())]
    {
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let request = pb::AddChoicesRequest { kind: kind.into(), names: names.clone() };
        let added = again(async || clients.settings().add_choices(request.clone()).await).await;
        added.map_err(|status| explain(&status))?;
        let request = pb::ListChoicesRequest { kind: kind.into() };
        let all = again(async || clients.settings().list_choices(request).await).await;
        let all = all.map_err(|status| explain(&status))?;
        for choice in all.choices.into_iter().filter(|choice| names.contains(&choice.name)) {
            let request = pb::SelectChoiceRequest {
                request_id: clients.request_id(),
                seller_id: seller.to_string(),
                kind: kind.into(),
                choice_id: choice.choice_id,
                version: None,
            };
            let selected = again(async || clients.settings().select_choice(request.clone()).await).await;
            selected.map_err(|status| explain(&status))?;
        }
    }
    Ok(())
}
