//! Many pictures at once: one seller's are no reason for another to wait.

use std::{future::Future, sync::Arc, time::Duration};

use image::{Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use pishkhan_chassis::errors;
use pishkhan_testkit::eventually;
use tokio::{task::JoinSet, time::Instant};
use tonic::{Code, Status};

use crate::{
    harness::{App, Shop, assert_refused},
    pictures::{of_product, small_picture, upload},
};

type Uploaded = Result<Vec<String>, Status>;

/// A picture of as many pixels as are taken.
fn large_picture() -> Vec<u8> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 80)
        .encode_image(&RgbImage::from_pixel(6_000, 4_000, Rgb([200, 90, 90])))
        .expect("a JPEG can be written");
    file
}

struct Sellers {
    app: Arc<App>,
    crowd: Arc<Shop>,
    other: Arc<Shop>,
}

impl Sellers {
    async fn start() -> Self {
        let app = Arc::new(App::start().await);
        let (crowd, other) = (Arc::new(app.shop(&[1]).await), Arc::new(app.shop(&[1]).await));
        Self { app, crowd, other }
    }

    fn upload(&self, shop: &Arc<Shop>, file: &[u8]) -> impl Future<Output = Uploaded> + Send + use<> {
        let (app, shop, file) = (self.app.clone(), shop.clone(), file.to_vec());
        async move { upload(&app, &shop, of_product(&shop), file).await }
    }

    /// Fourteen large pictures of one seller: comes back when one is made and as many wait as may.
    async fn flood(&self, file: &[u8]) -> JoinSet<Uploaded> {
        let mut flood: JoinSet<_> = (0..14).map(|_| self.upload(&self.crowd, file)).collect();
        while let Some(upload) = flood.join_next().await {
            if let Err(refused) = upload.expect("an upload does not panic") {
                assert_refused(&refused, Code::ResourceExhausted, "OVERLOADED");
                assert_eq!(errors::details(&refused).retry_after, Some(Duration::from_secs(2)));
                return flood;
            }
        }
        panic!("all of them were let wait");
    }
}

/// How many of the flood have come through by now.
fn made(flood: &mut JoinSet<Uploaded>) -> usize {
    std::iter::from_fn(|| flood.try_join_next()).flatten().flatten().count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_of_one_sellers_pictures_leaves_room_for_anothers() {
    let sellers = Sellers::start().await;
    let large = large_picture();
    let mut flood = sellers.flood(&large).await;
    let begun = Instant::now();
    sellers.upload(&sellers.other, &small_picture(7)).await.expect("it is made beside the large ones");
    let small = (begun.elapsed(), made(&mut flood));
    // A large one waits for the one that is made now, and no longer.
    eventually("it has its turn", async || sellers.upload(&sellers.other, &large).await.ok()).await;
    let large = (begun.elapsed(), small.1 + made(&mut flood));
    println!("answered after so long and so many of the crowd: a small picture {small:?}, a large one {large:?}");
    assert!(large.1 < 5, "the five that were there before came first");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_hangs_up_frees_what_waits_and_not_what_is_at_work() {
    let sellers = Sellers::start().await;
    let large = large_picture();
    for _ in 0..3 {
        sellers.flood(&large).await.shutdown().await;
    }
    // Those that waited are gone, and the one that is made is in nobody's way for long.
    eventually("there is room again", async || sellers.upload(&sellers.crowd, &large).await.ok()).await;
}
