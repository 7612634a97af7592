//! Pictures, from the upload to the last of their files.

use std::path::Path;

use chrono::TimeDelta;
use image::{ImageFormat, Rgb, RgbImage};
use pishkhan_proto::catalogue::v1::{self as pb, image_owner::Owner};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::harness::{App, Shop, assert_invalid, assert_refused, row};

pub fn picture(shade: u8) -> Vec<u8> {
    png(&RgbImage::from_fn(1_200, 800, |x, _| Rgb([shade, if x < 600 { 20 } else { 200 }, 90])))
}

pub fn small_picture(shade: u8) -> Vec<u8> {
    png(&RgbImage::from_pixel(30, 20, Rgb([shade, 90, 90])))
}

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).expect("a PNG can be written");
    file.into_inner()
}

pub fn of_product(shop: &Shop) -> Owner {
    Owner::ProductId(shop.types[0].product_id.clone())
}

pub fn of_type(shop: &Shop, number: usize) -> Owner {
    Owner::TypeId(shop.type_id(number))
}

fn request(app: &App, seller_id: Uuid, owner: Owner, content: Vec<u8>) -> pb::UploadImageRequest {
    pb::UploadImageRequest {
        request_id: app.id().to_string(),
        seller_id: seller_id.to_string(),
        owner: Some(pb::ImageOwner { owner: Some(owner) }),
        content,
    }
}

pub async fn upload(app: &App, shop: &Shop, owner: Owner, content: Vec<u8>) -> Result<Vec<String>, Status> {
    let request = request(app, shop.seller_id, owner, content);
    Ok(app.seller(shop.seller_id).upload_image(request).await?.into_inner().image_urls)
}

async fn remove(app: &App, shop: &Shop, owner: Owner) -> Result<Vec<String>, Status> {
    let request = pb::RemoveImagesRequest {
        request_id: app.id().to_string(),
        seller_id: shop.seller_id.to_string(),
        owner: Some(pb::ImageOwner { owner: Some(owner) }),
    };
    Ok(app.seller(shop.seller_id).remove_images(request).await?.into_inner().image_urls)
}

async fn get(app: &App, image_id: &str, width: i32) -> Result<pb::GetImageResponse, Status> {
    let mut bff = crate::harness::Client::new(app.server.as_service("bff"));
    let request = pb::GetImageRequest { image_id: image_id.to_owned(), width };
    Ok(bff.get_image(request).await?.into_inner())
}

async fn type_of(app: &App, shop: &Shop, number: usize) -> pb::ProductType {
    let request = pb::GetProductTypeRequest { seller_id: shop.seller_id.to_string(), type_id: shop.type_id(number) };
    app.tool().get_product_type(request).await.expect("the type is there").into_inner().r#type.expect("a type")
}

/// The id in the only address.
#[track_caller]
fn id_of(addresses: &[String]) -> String {
    let [address] = addresses else { panic!("one address: {addresses:?}") };
    let id = address.strip_prefix("/media/").and_then(|rest| rest.strip_suffix("/960.jpg"));
    id.expect("an address of ours").to_owned()
}

/// How many files lie anywhere below a folder.
fn files(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries
        .map(|entry| entry.expect("a readable folder").path())
        .map(|path| if path.is_dir() { files(&path) } else { 1 })
        .sum()
}

#[tokio::test]
async fn a_picture_takes_the_place_of_the_old_ones() {
    let app = App::start().await;
    let shop = app.shop(&[1, 1]).await;
    app.db.db_execute("UPDATE product SET image_urls = '{/images/products/X.svg}'").await;
    let addresses = upload(&app, &shop, of_product(&shop), picture(7)).await.unwrap();
    let id = id_of(&addresses);
    for (width, height) in [(96, 64), (320, 213), (960, 640)] {
        let found = get(&app, &id, width).await.unwrap();
        assert_eq!(found.content_type, "image/jpeg");
        let picture = image::load_from_memory_with_format(&found.content, ImageFormat::Jpeg).unwrap();
        assert_eq!((i32::try_from(picture.width()).unwrap(), picture.height()), (width, height));
    }
    let seen = type_of(&app, &shop, 0).await;
    assert_eq!((seen.product_image_urls, seen.image_urls, seen.version), (addresses.clone(), Vec::new(), 1));

    // A type's own, which is its next version.
    let own = upload(&app, &shop, of_type(&shop, 0), picture(9)).await.unwrap();
    assert_ne!(own, addresses);
    let seen = type_of(&app, &shop, 0).await;
    assert_eq!((seen.image_urls, seen.product_image_urls, seen.version), (own.clone(), addresses.clone(), 2));
    assert_eq!(type_of(&app, &shop, 1).await.version, 1);
    app.db.assert_audit(&["catalogue.imported", "product.pictured", "product_type.pictured"]).await;
    let before = "audit_event WHERE action = 'product.pictured' \
        AND changes #>> '{image_urls,before,0}' = '/images/products/X.svg'";
    assert_eq!(app.db.db_count(before).await, 1);
    assert_eq!(files(app.pictures.path()), 6);
}

#[tokio::test]
async fn the_same_file_is_the_same_picture_and_changes_nothing() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[1]).await, app.shop(&[1]).await);
    let first = upload(&app, &shop, of_type(&shop, 0), picture(7)).await.unwrap();
    assert_eq!(upload(&app, &shop, of_type(&shop, 0), picture(7)).await.unwrap(), first);
    assert_eq!(type_of(&app, &shop, 0).await.version, 2);
    app.db.assert_audit(&["catalogue.imported", "catalogue.imported", "product_type.pictured"]).await;
    // Another seller's same file is another picture: nobody learns what others have.
    assert_ne!(upload(&app, &other, of_type(&other, 0), picture(7)).await.unwrap(), first);

    // The same request again, after another picture came: its answer, and no effect.
    let request = request(&app, shop.seller_id, of_type(&shop, 0), picture(8));
    let second = app.seller(shop.seller_id).upload_image(request.clone()).await.unwrap().into_inner();
    upload(&app, &shop, of_type(&shop, 0), picture(9)).await.unwrap();
    assert_eq!(app.seller(shop.seller_id).upload_image(request).await.unwrap().into_inner(), second);
    assert_ne!(type_of(&app, &shop, 0).await.image_urls, second.image_urls);
}

#[tokio::test]
async fn removing_shows_what_is_left() {
    let app = App::start().await;
    let shop = app.shop(&[1]).await;
    let product = upload(&app, &shop, of_product(&shop), picture(7)).await.unwrap();
    upload(&app, &shop, of_type(&shop, 0), picture(9)).await.unwrap();
    assert_eq!(remove(&app, &shop, of_type(&shop, 0)).await.unwrap(), product);
    assert_eq!(type_of(&app, &shop, 0).await.version, 3);
    assert_eq!(remove(&app, &shop, of_type(&shop, 0)).await.unwrap(), product, "without any, nothing happens");
    assert_eq!(type_of(&app, &shop, 0).await.version, 3);
    assert_eq!(remove(&app, &shop, of_product(&shop)).await.unwrap(), Vec::<String>::new());
    let seen = type_of(&app, &shop, 0).await;
    assert_eq!((seen.image_urls.len(), seen.product_image_urls.len()), (0, 0));
    let actions = [
        "catalogue.imported",
        "product.pictured",
        "product_type.pictured",
        "product_type.pictured",
        "product.pictured",
    ];
    app.db.assert_audit(&actions).await;
}

#[tokio::test]
async fn a_products_new_picture_shows_on_the_types_that_a_file_brought() {
    let app = App::start().await;
    let shop = app.shop(&[1, 1]).await;
    let named = |code| pb::ProductRow { image_url: "/images/products/P1.svg".to_owned(), ..row("P1", code, 1) };
    app.import(shop.seller_id, vec![named("T000"), named("T001")]).await;
    let addresses = upload(&app, &shop, of_product(&shop), picture(7)).await.unwrap();
    for number in 0..2 {
        let seen = type_of(&app, &shop, number).await;
        assert_eq!((seen.image_urls, seen.product_image_urls), (Vec::new(), addresses.clone()));
    }
}

#[tokio::test]
async fn pictures_that_files_gave_to_types_as_well_become_their_products() {
    let app = App::start().await;
    let shop = app.shop(&[1, 1, 1]).await;
    let uploaded = upload(&app, &shop, of_type(&shop, 2), picture(7)).await.unwrap();
    app.db.db_execute("UPDATE product SET image_urls = '{/images/products/P1.svg}'").await;
    app.db.db_execute("UPDATE product_type SET image_urls = '{/images/products/P1.svg}' WHERE code = 'T000'").await;
    app.db.db_execute("UPDATE product_type SET image_urls = '{/images/other.svg}' WHERE code = 'T001'").await;
    app.db.db_execute(include_str!("../../migrations/2026-11-22-000030_type_pictures/up.sql")).await;
    let mut own = Vec::new();
    for number in 0..3 {
        own.push(type_of(&app, &shop, number).await.image_urls);
    }
    assert_eq!(own, [Vec::new(), vec!["/images/other.svg".to_owned()], uploaded]);
}

#[tokio::test]
async fn an_older_file_does_not_bring_back_a_picture_that_is_gone() {
    let app = App::start().await;
    let shop = app.shop(&[1]).await;
    let first = upload(&app, &shop, of_product(&shop), picture(7)).await.unwrap();
    app.clock.advance(TimeDelta::minutes(3));
    let second = upload(&app, &shop, of_product(&shop), picture(9)).await.unwrap();
    let naming = |address: &str| pb::ProductRow {
        image_url: address.to_owned(),
        sell_price: "150".to_owned(),
        ..row("P1", "T000", 1)
    };
    app.import(shop.seller_id, vec![naming(&first[0])]).await;
    let seen = type_of(&app, &shop, 0).await;
    assert_eq!((seen.sell_price_toman, &seen.product_image_urls, seen.image_urls.len()), (150, &second, 0));
    // Nor another seller's, which that one may take away at any time.
    let other = app.shop(&[1]).await;
    app.import(other.seller_id, vec![naming(&second[0])]).await;
    let seen = type_of(&app, &other, 0).await;
    assert_eq!((seen.sell_price_toman, seen.product_image_urls.len(), seen.image_urls.len()), (150, 0, 0));
    // One that is kept is brought.
    app.import(shop.seller_id, vec![pb::ProductRow { type_name: "دیگر".to_owned(), ..naming(&second[0]) }]).await;
    assert_eq!(type_of(&app, &shop, 0).await.product_image_urls, second);
}

#[tokio::test]
async fn files_go_when_nothing_shows_them() {
    let app = App::start().await;
    let shop = app.shop(&[1, 1]).await;
    let catalogue = app.catalogue();
    let shared = upload(&app, &shop, of_type(&shop, 0), picture(7)).await.unwrap();
    assert_eq!(upload(&app, &shop, of_type(&shop, 1), picture(7)).await.unwrap(), shared);
    assert_eq!(files(app.pictures.path()), 3);
    app.clock.advance(TimeDelta::minutes(3));

    // One of the two goes on showing it.
    remove(&app, &shop, of_type(&shop, 0)).await.unwrap();
    assert_eq!(catalogue.drop_unused_images().await.unwrap(), 0);
    assert!(get(&app, &id_of(&shared), 96).await.is_ok());

    // The other gets another one: the files go at once.
    let next = upload(&app, &shop, of_type(&shop, 1), picture(8)).await.unwrap();
    assert_refused(&get(&app, &id_of(&shared), 96).await.unwrap_err(), Code::NotFound, "IMAGE_NOT_FOUND");
    assert_eq!((files(app.pictures.path()), app.db.db_count("image").await), (3, 1));

    // Replaced within the time of an upload that may be under way: the round after it takes the files.
    upload(&app, &shop, of_type(&shop, 1), picture(9)).await.unwrap();
    assert!(get(&app, &id_of(&next), 960).await.is_ok());
    assert_eq!(catalogue.drop_unused_images().await.unwrap(), 0);
    app.clock.advance(TimeDelta::minutes(3));
    assert_eq!(catalogue.drop_unused_images().await.unwrap(), 1);
    assert_eq!((files(app.pictures.path()), app.db.db_count("image").await), (3, 1));

    // A product file names another picture; the round of the next day notices.
    let file = pb::ProductRow { image_url: "/images/products/Y.svg".to_owned(), ..row("P1", "T001", 1) };
    app.import(shop.seller_id, vec![file]).await;
    app.clock.advance(TimeDelta::days(1) + TimeDelta::minutes(1));
    assert_eq!(catalogue.drop_unused_images().await.unwrap(), 1);
    assert_eq!((files(app.pictures.path()), app.db.db_count("image").await), (0, 0));
}

#[tokio::test]
async fn an_upload_that_came_to_nothing_leaves_nothing() {
    let app = App::start().await;
    let shop = app.shop(&[1]).await;
    // The request id stands for another request: the files are put by then.
    let first = request(&app, shop.seller_id, of_type(&shop, 0), picture(7));
    app.seller(shop.seller_id).upload_image(first.clone()).await.unwrap();
    let reused = pb::UploadImageRequest { content: picture(8), ..first };
    let status = app.seller(shop.seller_id).upload_image(reused).await.unwrap_err();
    assert_refused(&status, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
    assert_eq!(files(app.pictures.path()), 6);
    app.clock.advance(TimeDelta::minutes(3));
    assert_eq!(app.catalogue().drop_unused_images().await.unwrap(), 1);
    assert_eq!(files(app.pictures.path()), 3);
    assert_eq!(type_of(&app, &shop, 0).await.version, 2);
}

#[tokio::test]
async fn bad_files_are_refused_and_change_nothing() {
    let app = App::start().await;
    let shop = app.shop(&[1]).await;
    let good = picture(7);
    let half = good[..good.len() / 2].to_vec();
    for bad in [half, b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), b"<svg/>".to_vec(), b"<!doctype html>".to_vec()] {
        let status = upload(&app, &shop, of_product(&shop), bad).await.unwrap_err();
        assert_refused(&status, Code::InvalidArgument, "IMAGE_UNREADABLE");
    }
    let refused = |request: pb::UploadImageRequest| {
        let mut seller = app.seller(shop.seller_id);
        async move { seller.upload_image(request).await.unwrap_err() }
    };
    let with = |content| request(&app, shop.seller_id, of_product(&shop), content);
    assert_invalid(&refused(with(Vec::new())).await, "content", "REQUIRED");
    assert_invalid(&refused(with(vec![0xFF; 5 * 1024 * 1024 + 1])).await, "content", "TOO_LARGE");
    let largest = refused(with(vec![0xFF; 5 * 1024 * 1024])).await;
    assert_refused(&largest, Code::InvalidArgument, "IMAGE_UNREADABLE");
    let beyond = refused(with(vec![0xFF; 7 * 1024 * 1024])).await;
    assert_ne!(beyond.code(), Code::Ok);
    assert_ne!(pishkhan_chassis::errors::reason(&beyond).as_deref(), Some("IMAGE_UNREADABLE"), "{beyond:?}");
    assert_invalid(&refused(pb::UploadImageRequest { owner: None, ..with(good.clone()) }).await, "owner", "REQUIRED");
    let nobody = request(&app, shop.seller_id, Owner::TypeId("7".to_owned()), good.clone());
    assert_invalid(&refused(nobody).await, "owner.type_id", "INVALID");
    let unnamed = pb::UploadImageRequest { request_id: String::new(), ..with(good) };
    assert_invalid(&refused(unnamed).await, "request_id", "REQUIRED");
    assert_eq!((files(app.pictures.path()), app.db.db_count("image").await), (0, 0));
    app.db.assert_audit(&["catalogue.imported"]).await;
}

#[tokio::test]
async fn another_sellers_goods_are_not_there() {
    let app = App::start().await;
    let (shop, other) = (app.shop(&[1]).await, app.shop(&[1]).await);
    let status = upload(&app, &shop, of_product(&other), picture(7)).await.unwrap_err();
    assert_refused(&status, Code::NotFound, "PRODUCT_NOT_FOUND");
    let status = upload(&app, &shop, of_type(&other, 0), picture(7)).await.unwrap_err();
    assert_refused(&status, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    let status = remove(&app, &shop, of_type(&other, 0)).await.unwrap_err();
    assert_refused(&status, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    assert_eq!((files(app.pictures.path()), app.db.db_count("image").await), (0, 0));
}

#[tokio::test]
async fn only_names_of_pictures_are_looked_up() {
    let app = App::start().await;
    let shop = app.shop(&[1]).await;
    let id = id_of(&upload(&app, &shop, of_product(&shop), picture(7)).await.unwrap());
    for (id, width) in [
        (id.as_str(), 97),
        (id.as_str(), 0),
        (&id.to_uppercase(), 96),
        (&"0".repeat(32), 96),
        ("", 96),
        ("../../../../../../etc/passwd", 96),
        (&format!("../{}", &id[3..]), 96),
    ] {
        let status = get(&app, id, width).await.unwrap_err();
        assert_refused(&status, Code::NotFound, "IMAGE_NOT_FOUND");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_that_come_and_go_at_once_always_show() {
    let app = std::sync::Arc::new(App::start().await);
    let shop = std::sync::Arc::new(app.shop(&[1, 1, 1]).await);
    let pictures = [small_picture(0), small_picture(1)];
    for round in 0..4_usize {
        let client = |number: usize| {
            let (app, shop, pictures) = (app.clone(), shop.clone(), pictures.clone());
            async move {
                for turn in 0..3_usize {
                    // Two pictures for three types: each one's last use ends while somebody else brings it again.
                    let next = pictures[(number + turn + round) % 2].clone();
                    upload(&app, &shop, of_type(&shop, number), next).await.unwrap();
                    app.catalogue().drop_unused_images().await.unwrap();
                }
            }
        };
        (0..3).map(client).collect::<tokio::task::JoinSet<()>>().join_all().await;
        for number in 0..3 {
            let shown = type_of(&app, &shop, number).await.image_urls;
            for width in [96, 320, 960] {
                get(&app, &id_of(&shown), width).await.unwrap();
            }
        }
        // The time of all uploads is over: what is shown nowhere goes with the next round.
        app.clock.advance(TimeDelta::minutes(3));
    }
}
