//! Stores as the tests find them: a seller, its goods and its customers, through the services' own calls.

use pishkhan_chassis::clock::{Clock as _, ManualClock};
use pishkhan_proto::{
    catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient},
    orders::v1::{self as orders, orders_service_client::OrdersServiceClient},
    settings::v1::{self as settings, settings_service_client::SettingsServiceClient},
};
use pishkhan_testkit::TestServer;
use uuid::Uuid;

use crate::house::PASSWORD;

/// A seller with goods and customers.
pub struct Store {
    pub seller_id: Uuid,
    pub types: Vec<catalogue::ProductType>,
    /// By code: C001, C002, …
    pub customers: Vec<orders::Customer>,
}

impl Store {
    pub fn type_id(&self, code: &str) -> &str {
        &self.types.iter().find(|found| found.code == code).unwrap().type_id
    }

    pub fn product_id(&self, code: &str) -> &str {
        &self.types.iter().find(|found| found.code == code).unwrap().product_id
    }

    pub fn customer_id(&self, code: &str) -> &str {
        &self.customers.iter().find(|found| found.code == code).unwrap().customer_id
    }
}

/// The services that a store is spread over.
pub struct Seeding<'a> {
    pub clock: &'a ManualClock,
    pub settings: &'a TestServer,
    pub catalogue: &'a TestServer,
    pub orders: &'a TestServer,
}

impl Seeding<'_> {
    fn key(&self) -> String {
        self.clock.new_id().to_string()
    }

    /// A seller with who logs in for it, its goods and its customers.
    pub async fn store(
        &self,
        cellphone: &str,
        username: &str,
        seller_type: settings::SellerType,
        parent: Option<Uuid>,
    ) -> Store {
        let seller_id = self.clock.new_id();
        let delivery = if seller_type == settings::SellerType::Normal {
            settings::create_seller_request::Delivery::PeriodDelivery(settings::PeriodDelivery {
                start_date: "2026-11-01".to_owned(),
                end_date: "2026-11-29".to_owned(),
                preparation_days: 1,
            })
        } else {
            settings::create_seller_request::Delivery::CutOffDelivery(settings::CutOffDelivery {
                days_after_order: 2,
                cut_off: "14:00".to_owned(),
            })
        };
        let request = settings::CreateSellerRequest {
            request_id: self.key(),
            seller_id: seller_id.to_string(),
            r#type: seller_type.into(),
            title: "پخش آفتاب مهرگان".to_owned(),
            representative: "آرمان نیک‌پی".to_owned(),
            code: code_of(cellphone),
            parent_seller_id: parent.map(|id| id.to_string()).unwrap_or_default(),
            national_code: "0012345679".to_owned(),
            address: "تهران، جاده مخصوص کرج".to_owned(),
            cellphone: cellphone.to_owned(),
            username: username.to_owned(),
            password: PASSWORD.to_owned(),
            first_name: "آرمان".to_owned(),
            last_name: "نیک‌پی".to_owned(),
            story_url: "/images/shop.svg".to_owned(),
            background_url: "/images/banner.svg".to_owned(),
            limits: Some(settings::Limits {
                min_order_toman: 0,
                min_packages: 0,
                shipping_toman: 350_000,
                tax_basis_points: 900,
            }),
            delivery: Some(delivery),
            ..Default::default()
        };
        let mut client = SettingsServiceClient::new(self.settings.as_tool(&["settings.*"], None));
        client.create_seller(request).await.unwrap();
        Store { seller_id, types: self.goods(seller_id).await, customers: self.customers(seller_id).await }
    }

    async fn goods(&self, seller_id: Uuid) -> Vec<catalogue::ProductType> {
        let mut client = CatalogueServiceClient::new(self.catalogue.as_tool(&["catalogue.*"], None));
        let request = catalogue::ImportProductsRequest {
            request_id: self.key(),
            seller_id: seller_id.to_string(),
            rows: product_rows(),
        };
        let report = client.import_products(request).await.unwrap().into_inner();
        assert_eq!((report.created, report.problems), (6, vec![]));
        let request = catalogue::ListProductTypesRequest {
            seller_id: seller_id.to_string(),
            page_size: 100,
            ..Default::default()
        };
        client.list_product_types(request).await.unwrap().into_inner().types
    }

    async fn customers(&self, seller_id: Uuid) -> Vec<orders::Customer> {
        let mut client = OrdersServiceClient::new(self.orders.as_tool(&["orders.*"], None));
        let request = orders::ImportCustomersRequest {
            request_id: self.key(),
            seller_id: seller_id.to_string(),
            rows: customer_rows(),
        };
        let report = client.import_customers(request).await.unwrap().into_inner();
        assert_eq!((report.created, report.problems), (13, vec![]));
        let request =
            orders::ListCustomersRequest { seller_id: seller_id.to_string(), page_size: 100, ..Default::default() };
        client.list_customers(request).await.unwrap().into_inner().customers
    }
}

/// The demo's products P011, P016 and P032; P016-1 is sold out.
pub fn product_rows() -> Vec<catalogue::ProductRow> {
    let rows = demo("products.csv").into_iter().filter(|row| ["P011", "P016", "P032"].contains(&row[0].as_str()));
    rows.zip(1..)
        .map(|(row, number)| {
            let [
                product_code,
                title,
                brand,
                category,
                type_code,
                type_name,
                unit,
                pieces,
                price,
                shelf_price,
                stock,
                text,
            ] = <[String; 12]>::try_from(row).unwrap();
            catalogue::ProductRow {
                row: number,
                image_url: format!("/images/products/{product_code}.svg"),
                active: String::new(),
                product_code,
                title,
                brand,
                category,
                stock: if type_code == "P016-1" { "0".to_owned() } else { stock },
                type_code,
                type_name,
                unit,
                pieces_per_unit: pieces,
                buy_price: price,
                sell_price: shelf_price,
                description: text,
            }
        })
        .collect()
}

/// The demo's first customers, C001 to C013.
pub fn customer_rows() -> Vec<orders::CustomerRow> {
    demo("customers.csv")
        .into_iter()
        .take(13)
        .zip(1..)
        .map(|(row, number)| {
            let [customer_code, title, mobile, landline, trade_type, shop_name, activity_area, address] =
                <[String; 8]>::try_from(row).unwrap();
            orders::CustomerRow {
                row: number,
                customer_code,
                title,
                mobile,
                landline,
                trade_type,
                shop_name,
                activity_area,
                address,
            }
        })
        .collect()
}

/// Rows of a file of the demo, without its headings.
fn demo(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../deploy/demo/{name}", env!("CARGO_MANIFEST_DIR"));
    let rows = csv::Reader::from_path(path).unwrap().into_deserialize::<Vec<String>>();
    rows.map(Result::unwrap).collect()
}

/// The platform's code of the store that somebody logs in for.
pub fn code_of(cellphone: &str) -> String {
    format!("10{}", &cellphone[9..])
}
