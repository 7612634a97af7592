//! The service's settings, from the environment.

use std::str::FromStr;

use pishkhan_chassis::{
    config::{Env, ProcessConfig, Profile, Secret},
    grpc::Transport,
};
use pishkhan_chassis_db::DbConfig;
use url::Url;

const GATEWAY: &str = "PAYMENT_GATEWAY";
const ZARINPAL: &str = "ZARINPAL_URL";
const MERCHANT: &str = "ZARINPAL_MERCHANT_FILE";
const CALLBACK: &str = "PAYMENT_CALLBACK_URL";
const DEFAULT_ZARINPAL: &str = "https://payment.zarinpal.com";

/// What the settings service is told from outside.
#[derive(Debug)]
pub struct Config {
    /// What every process has.
    pub process: ProcessConfig,
    /// The record.
    pub db: DbConfig,
    /// The auth service (`AUTH_URL`).
    pub auth_url: String,
    /// The reports service (`REPORTS_URL`).
    pub reports_url: String,
    /// Who collects the money (`PAYMENT_GATEWAY`).
    pub gateway: GatewayConfig,
}

/// Who collects the money.
#[derive(Clone, Debug)]
pub enum GatewayConfig {
    /// The built-in gateway: nobody pays.
    Sandbox,
    /// Zarinpal.
    Zarinpal(ZarinpalConfig),
}

/// A merchant at Zarinpal.
#[derive(Clone, Debug)]
pub struct ZarinpalConfig {
    /// Where it answers, and where payers go (`ZARINPAL_URL`).
    pub url: Url,
    /// The merchant's id.
    pub merchant: Secret<String>,
    /// Where it sends payers back to (`PAYMENT_CALLBACK_URL`).
    pub callback_url: Url,
}

enum Gateway {
    Sandbox,
    Zarinpal,
}

impl FromStr for Gateway {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "sandbox" => Ok(Self::Sandbox),
            "zarinpal" => Ok(Self::Zarinpal),
            _ => Err("must be sandbox or zarinpal"),
        }
    }
}

impl Config {
    /// Reads everything, so that all mistakes are reported together.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, crate::SERVICE);
        let db = DbConfig::read(env);
        let auth_url = Transport::url(env, "AUTH_URL");
        let reports_url = Transport::url(env, "REPORTS_URL");
        let gateway = GatewayConfig::read(env);
        Some(Self { process: process?, db: db?, auth_url: auth_url?, reports_url: reports_url?, gateway: gateway? })
    }
}

impl GatewayConfig {
    /// Reads who collects the money: outside of development somebody has to be named, who really does.
    pub fn read(env: &mut Env) -> Option<Self> {
        let gateway = match env.profile() {
            Profile::Dev => env.optional(GATEWAY).or(Some(Gateway::Sandbox)),
            Profile::Production => env.required(GATEWAY),
        };
        match gateway? {
            Gateway::Sandbox if env.profile() == Profile::Production => {
                env.problem(GATEWAY, "must not be sandbox outside of the dev profile: nobody would pay");
                None
            }
            Gateway::Sandbox => Some(Self::Sandbox),
            Gateway::Zarinpal => ZarinpalConfig::read(env).map(Self::Zarinpal),
        }
    }
}

impl ZarinpalConfig {
    fn read(env: &mut Env) -> Option<Self> {
        let url = match env.optional::<Url>(ZARINPAL) {
            Some(url) => Some(url),
            None => DEFAULT_ZARINPAL.parse().ok(),
        };
        let url = url.and_then(|url| over_tls(env, ZARINPAL, url));
        let callback_url = env.required(CALLBACK).and_then(|url| over_tls(env, CALLBACK, url));
        let merchant = env.secret_file(MERCHANT);
        Some(Self { url: url?, merchant: merchant?, callback_url: callback_url? })
    }
}

/// An address that only the two of us read; in development any.
fn over_tls(env: &mut Env, name: &'static str, url: Url) -> Option<Url> {
    let good = url.scheme() == "https" || env.profile() == Profile::Dev && url.scheme() == "http";
    if good && url.has_host() {
        return Some(url);
    }
    env.problem(name, "must be an https address");
    None
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn read(pairs: &[(&str, &str)], profile: &str) -> Result<GatewayConfig, Vec<String>> {
        let settings = pairs.iter().copied().chain([("PISHKHAN_PROFILE", profile)]);
        let read = Env::from_map(settings).build(GatewayConfig::read);
        read.map_err(|errors| errors.0.into_iter().map(|problem| problem.name).collect())
    }

    #[test]
    fn outside_of_development_somebody_is_named_who_collects() {
        assert!(matches!(read(&[], "dev"), Ok(GatewayConfig::Sandbox)));
        assert_eq!(read(&[], "production").unwrap_err(), [GATEWAY]);
        assert_eq!(read(&[(GATEWAY, "sandbox")], "production").unwrap_err(), [GATEWAY]);
        assert!(matches!(read(&[(GATEWAY, "sandbox")], "dev"), Ok(GatewayConfig::Sandbox)));
        assert_eq!(read(&[(GATEWAY, "other")], "dev").unwrap_err(), [GATEWAY]);
    }

    #[test]
    fn a_merchant_has_an_id_in_a_file_and_addresses_over_tls() {
        assert_eq!(read(&[(GATEWAY, "zarinpal")], "dev").unwrap_err(), [CALLBACK, MERCHANT]);
        let file = std::env::temp_dir().join(format!("pishkhan-merchant-{}", std::process::id()));
        std::fs::write(&file, "hush-hush\n").unwrap();
        let path = file.to_str().unwrap();
        let good = [(GATEWAY, "zarinpal"), (CALLBACK, "https://panel.example/pay/return"), (MERCHANT, path)];
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o604)).unwrap();
        assert_eq!(read(&good, "production").unwrap_err(), [MERCHANT]);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        let plain = [
            (GATEWAY, "zarinpal"),
            (ZARINPAL, "http://127.0.0.1:1"),
            (CALLBACK, "http://panel.example/pay/return"),
            (MERCHANT, path),
        ];
        let refused = read(&plain, "production").unwrap_err();
        let dev = read(&plain, "dev");
        let config = read(&good, "production");
        std::fs::remove_file(&file).unwrap();
        assert_eq!(refused, [ZARINPAL, CALLBACK]);
        assert!(dev.is_ok());
        let Ok(GatewayConfig::Zarinpal(config)) = config else { panic!("a merchant was named") };
        assert_eq!(
            (config.url.as_str(), config.merchant.expose().as_str()),
            ("https://payment.zarinpal.com/", "hush-hush")
        );
        assert!(!format!("{config:?}").contains("hush"));
    }
}
