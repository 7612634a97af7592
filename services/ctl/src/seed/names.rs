//! Customers grown from pools of names, the same every time.

use anyhow::Context as _;
use pishkhan_proto::orders::v1::CustomerRow;
use rand::{Rng, RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;

use super::data::{Names, Numbering};

const SEED: u64 = 1405;

/// Adds invented customers until there are `count`.
pub fn grow(customers: &mut Vec<CustomerRow>, count: usize, names: &Names) -> anyhow::Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut grown = 0;
    while customers.len() < count {
        let customer = invent(customers.len(), grown, names, &mut random).context("a pool of names is empty")?;
        grown += 1;
        // Two shops of one name would only confuse.
        if customers.iter().all(|known| known.shop_name != customer.shop_name && known.title != customer.title) {
            customers.push(customer);
        }
    }
    Ok(())
}

fn invent(place: usize, grown: usize, names: &Names, random: &mut impl Rng) -> Option<CustomerRow> {
    let female = random.random_range(0..100) < names.first_names_female_percent;
    let first = if female { &names.first_names_female } else { &names.first_names_male }.choose(random)?;
    let last = names.last_names.choose(random)?;
    let trade = names.trade_types.choose_weighted(random, |trade| trade.weight).ok()?;
    let area = names.activity_areas.choose_weighted(random, |area| area.weight).ok()?;
    let prefix = trade.shop_prefixes.choose(random)?;
    let house = random.random_range(names.plate.lowest..=names.plate.highest);
    let house: String = house.to_string().chars().map(persian).collect();
    let has_landline = random.random_range(0..100) < names.landline.share_percent;
    Some(CustomerRow {
        row: i32::try_from(place + 1).ok()?,
        customer_code: format!("C{:03}", place + 1),
        title: format!("{first} {last}"),
        mobile: number(&names.mobile, grown),
        landline: if has_landline { number(&names.landline, grown) } else { String::new() },
        trade_type: trade.name.clone(),
        shop_name: format!("{prefix} {}", names.shop_names.choose(random)?),
        activity_area: area.name.clone(),
        address: format!("{}\u{60c} {} {house}", area.places.choose(random)?, names.plate.word),
    })
}

fn number(numbering: &Numbering, place: usize) -> String {
    format!("{}{:0width$}", numbering.prefix, numbering.first + place, width = numbering.digits)
}

/// A digit as an address writes it.
fn persian(letter: char) -> char {
    letter.to_digit(10).and_then(|digit| char::from_u32(0x06f0 + digit)).unwrap_or(letter)
}
