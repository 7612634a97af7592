//! The process: what it is made of, and how its parts start.

use std::process::ExitCode;

use anyhow::Context as _;
use pishkhan_chassis::{
    admin,
    clock::SystemClock,
    grpc::{client::Peer, server::GrpcServer},
    lifecycle::Lifecycle,
    telemetry,
    version::Build,
};
use pishkhan_chassis_db::{Db, cli};
use pishkhan_proto::{
    descriptor,
    settings::v1::{
        agreed_terms_service_server::AgreedTermsServiceServer, invoice_service_server::InvoiceServiceServer,
        payment_service_server::PaymentServiceServer, settings_service_server::SettingsServiceServer,
        subscription_service_server::SubscriptionServiceServer,
    },
};
use tonic::service::Routes;

use crate::{
    MIGRATIONS, SERVICE,
    app::{App, invoices::Billing},
    config::{Config, GatewayConfig},
    gateway::Zarinpal,
    rpc::{
        Service,
        clients::{AuthUsers, ReportsSales},
        invoices::InvoiceRpc,
    },
};

/// Does what the first argument says, to its end.
pub fn main(build: Build) -> anyhow::Result<ExitCode> {
    cli::run(build, MIGRATIONS, Config::read, serve)
}

async fn serve(config: Config, build: Build) -> anyhow::Result<ExitCode> {
    let telemetry = telemetry::init(build, &config.process.telemetry)?;
    let signer = config.process.signer.clone();
    let db = Db::connect(&config.db, SERVICE)?;
    let transport = &config.process.transport;
    let reports =
        Peer::connect(&config.reports_url, "reports", signer.clone(), transport)?.with_contract(descriptor::REPORTS)?;
    let users =
        AuthUsers(Peer::connect(&config.auth_url, "auth", signer.clone(), transport)?.with_contract(descriptor::AUTH)?);
    let app = App::new(db.clone(), SystemClock::shared(), users, signer);
    let app = match config.gateway {
        GatewayConfig::Sandbox => app,
        GatewayConfig::Zarinpal(merchant) => app.with_gateway(Zarinpal::new(merchant)),
    };

    let lifecycle = Lifecycle::new(config.process.drain);
    let handle = lifecycle.handle();
    let latch = handle.readiness().latch("database");
    handle.spawn_sidecar("admin", admin::serve(config.process.admin_listen, handle.clone(), telemetry.metrics()));
    handle.spawn("housekeeping", app.housekeeping().run(handle.soft()));
    let (recovering, soft) = (app.clone(), handle.soft());
    handle.spawn("recovery", async move { recovering.recover(soft).await });
    let (ending, soft) = (app.clone(), handle.soft());
    handle.spawn("subscriptions", async move { ending.end_subscriptions(soft).await });
    let (asking, soft) = (app.clone(), handle.soft());
    handle.spawn("payments", async move { asking.reconcile(soft).await });
    let billing = Billing::new(app.clone(), ReportsSales(reports));
    let (making, soft) = (billing.clone(), handle.soft());
    handle.spawn("invoices", async move { making.run(soft).await });
    let server = GrpcServer::from_config(&config.process, descriptor::SETTINGS)?;
    let listen = config.process.grpc_listen.context("PISHKHAN_GRPC_LISTEN is not set")?;
    let service = Service(app);
    let routes = Routes::new(SettingsServiceServer::new(service.clone()))
        .add_service(SubscriptionServiceServer::new(service.clone()))
        .add_service(PaymentServiceServer::new(service.clone()))
        .add_service(AgreedTermsServiceServer::new(service))
        .add_service(InvoiceServiceServer::new(InvoiceRpc(billing)));
    handle.spawn("grpc", server.serve(listen, handle.clone(), routes));
    handle.spawn("readiness", db.ready(MIGRATIONS, latch, handle.soft()));

    let code = lifecycle.run().await;
    telemetry.shutdown().await;
    Ok(code)
}
