//! Who may call what: deny by default, driven by the method option `pishkhan.options.v1.access`.

use std::{collections::HashMap, time::Duration};

use prost_reflect::{DescriptorPool, DynamicMessage, ExtensionDescriptor, MethodDescriptor, Value};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    errors,
    grpc::MAX_REQUEST_BYTES,
    passport::{Claims, ISSUER_TOOL, Role},
};

/// The full name of the method option.
const OPTION: &str = "pishkhan.options.v1.access";
/// Packages whose methods must carry the option.
const OUR_PACKAGES: &str = "pishkhan.";

/// The descriptors cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// Not a descriptor set.
    #[error("the descriptors cannot be read")]
    Descriptor(#[from] prost_reflect::DescriptorError),
    /// Methods without the option, or with one that lets nobody in.
    #[error("methods without an access rule (is the option kept when the descriptors are encoded?): {}", .0.join(", "))]
    Missing(Vec<String>),
    /// A role or field that does not exist.
    #[error("the access rule of {method} cannot be read: {problem}")]
    Rule {
        /// The method.
        method: String,
        /// What is wrong.
        problem: String,
    },
}

/// What is known of one method.
#[derive(Debug, Clone)]
pub(crate) struct Method {
    roles: Vec<Role>,
    services: Vec<String>,
    tools: bool,
    no_child_sellers: bool,
    /// `pishkhan.orders.v1.OrdersService/PlaceOrder`: a path without its slash, as scopes name it.
    name: String,
    pub(crate) client_streaming: bool,
    pub(crate) max_request_bytes: usize,
    /// The longest an answer may take; none: as for all.
    pub(crate) max_deadline: Option<Duration>,
}

/// The access rules of all methods of a descriptor set.
#[derive(Debug)]
pub struct AccessTable {
    methods: HashMap<String, Method>,
    services: Vec<String>,
}

impl AccessTable {
    /// Reads the rules from an encoded `FileDescriptorSet`; a method of ours without a rule is an error.
    pub fn from_descriptor(bytes: &[u8]) -> Result<Self, AccessError> {
        let pool = DescriptorPool::decode(bytes)?;
        let option = pool.get_extension_by_name(OPTION);
        let (mut methods, mut services, mut missing) = (HashMap::new(), Vec::new(), Vec::new());
        for service in pool.services().filter(|service| service.full_name().starts_with(OUR_PACKAGES)) {
            services.push(service.full_name().to_owned());
            for method in service.methods() {
                let name = format!("{}/{}", service.full_name(), method.name());
                match option.as_ref().and_then(|option| rule_message(&method, option)) {
                    Some(message) => {
                        let rule = read_rule(&method, name.clone(), &message)?;
                        if rule.roles.is_empty() && rule.services.is_empty() && !rule.tools {
                            missing.push(name);
                        } else {
                            methods.insert(format!("/{name}"), rule);
                        }
                    }
                    None => missing.push(name),
                }
            }
        }
        if missing.is_empty() { Ok(Self { methods, services }) } else { Err(AccessError::Missing(missing)) }
    }

    /// Whether the holder of these claims may call the method; a method that is not in the table is nobody's.
    pub fn check(&self, path: &str, claims: &Claims) -> Result<(), Status> {
        let allowed = self.methods.get(path).is_some_and(|method| match CallerKind::of(claims) {
            CallerKind::User => {
                let barred = method.no_child_sellers && claims.child;
                !barred && claims.roles.iter().any(|role| method.roles.contains(role))
            }
            CallerKind::Service => method.services.contains(&claims.iss),
            CallerKind::Tool => method.tools && claims.scopes.iter().any(|scope| scope_covers(scope, &method.name)),
        });
        if allowed { Ok(()) } else { Err(forbidden()) }
    }

    pub(crate) fn method(&self, path: &str) -> Option<&Method> {
        self.methods.get(path)
    }

    /// All paths in the table.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.methods.keys().map(String::as_str)
    }

    /// The full names of our services in the descriptor set.
    pub fn services(&self) -> &[String] {
        &self.services
    }
}

fn rule_message(method: &MethodDescriptor, option: &ExtensionDescriptor) -> Option<DynamicMessage> {
    let options = method.options();
    if !options.has_extension(option) {
        return None;
    }
    options.get_extension(option).as_message().cloned()
}

fn read_rule(method: &MethodDescriptor, name: String, message: &DynamicMessage) -> Result<Method, AccessError> {
    let unreadable = |problem: String| AccessError::Rule { method: name.clone(), problem };
    let mut roles = Vec::new();
    for role in strings(message, "roles") {
        roles.push(role.parse().map_err(|problem| unreadable(format!("{role}: {problem}")))?);
    }
    let services = strings(message, "services");
    let flag = |field| message.get_field_by_name(field).and_then(|value| value.as_bool()).unwrap_or_default();
    let (tools, no_child_sellers) = (flag("tools"), flag("no_child_sellers"));
    let number = |field| message.get_field_by_name(field).and_then(|value| value.as_u32()).unwrap_or_default();
    let mib = number("max_request_mib");
    let max_request_bytes = usize::try_from(mib.max(1)).map_or(MAX_REQUEST_BYTES, |mib| mib * 1024 * 1024);
    let seconds = Some(number("max_seconds")).filter(|seconds| *seconds > 0);
    let max_deadline = seconds.map(|seconds| Duration::from_secs(u64::from(seconds)));
    let client_streaming = method.is_client_streaming();
    Ok(Method { roles, services, tools, no_child_sellers, name, client_streaming, max_request_bytes, max_deadline })
}

fn strings(message: &DynamicMessage, field: &str) -> Vec<String> {
    let value = message.get_field_by_name(field);
    let list = value.as_deref().and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// `*`, `orders.*` (all of an area), `pishkhan.orders.v1.OrdersService/*` or one full method name.
fn scope_covers(scope: &str, method: &str) -> bool {
    if scope == "*" || scope == method {
        return true;
    }
    if let Some(service) = scope.strip_suffix("/*") {
        return method.split_once('/').is_some_and(|(of, _)| of == service);
    }
    scope.strip_suffix(".*").is_some_and(|area| {
        let rest = method.strip_prefix(OUR_PACKAGES).and_then(|method| method.strip_prefix(area));
        !area.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
    })
}

/// `PERMISSION_DENIED`, reason `FORBIDDEN`.
pub fn forbidden() -> Status {
    errors::status(Code::PermissionDenied, errors::reasons::FORBIDDEN, "the caller may not do this").build()
}

/// `UNAUTHENTICATED`, reason `PASSPORT_INVALID`: what is wrong with the passport is not told.
pub fn unauthenticated() -> Status {
    errors::status(Code::Unauthenticated, errors::reasons::PASSPORT_INVALID, "a valid passport is needed").build()
}

/// What kind of thing calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerKind {
    /// A person, through a session.
    User,
    /// One of our services, for itself.
    Service,
    /// An internal tool.
    Tool,
}

impl CallerKind {
    fn of(claims: &Claims) -> Self {
        if claims.iss == ISSUER_TOOL {
            Self::Tool
        } else if claims.roles.is_empty() {
            Self::Service
        } else {
            Self::User
        }
    }
}

/// Who calls, as the server has verified it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// What kind of thing calls.
    pub kind: CallerKind,
    /// The user id, `service:name` or `tool:name`.
    pub subject: String,
    /// The roles of a user.
    pub roles: Vec<Role>,
    /// The seller a user or tool acts for.
    pub seller_id: Option<Uuid>,
    /// Whether that seller is a child of another one.
    pub child: bool,
    /// A handle of the user's session.
    pub session: Option<String>,
    /// The id of the request, for audit and logs.
    pub request_id: String,
}

/// Who did something, as audit rows keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The user id, `service:name` or `tool:name`.
    pub subject: String,
    /// `seller`, `operator`, `service` or `tool`.
    pub role: String,
    /// The handle of the session that a person did it from; none for services and tools.
    pub session: Option<String>,
    /// The id of the request.
    pub request_id: String,
}

impl Actor {
    /// A service that acts on its own, such as a recovery loop.
    pub fn system(service: &str, request_id: impl Into<String>) -> Self {
        let (subject, role) = (format!("service:{service}"), "service".to_owned());
        Self { subject, role, session: None, request_id: request_id.into() }
    }
}

impl Caller {
    /// The caller that verified claims stand for.
    pub fn from_claims(claims: Claims, request_id: String) -> Self {
        let kind = CallerKind::of(&claims);
        let Claims { sub, roles, seller_id, child, sid, iss: _, aud: _, scopes: _, act: _, iat: _, exp: _, jti: _ } =
            claims;
        Self { kind, subject: sub, roles, seller_id, child, session: sid, request_id }
    }

    /// The caller of this request, as the server layer has put it there.
    pub fn of<T>(request: &tonic::Request<T>) -> Result<Self, Status> {
        request.extensions().get::<Self>().cloned().ok_or_else(unauthenticated)
    }

    /// Whether a user has the role.
    pub fn has_role(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// The seller this call may touch.
    ///
    /// A seller reaches only its own id, a tool the one in its passport (any, if that names none), operators and services
    /// any. Otherwise `NOT_FOUND`, reason `SELLER_NOT_FOUND`: another seller's id and a missing one look the same.
    pub fn seller(&self, requested: Uuid) -> Result<Uuid, Status> {
        let allowed = match self.kind {
            CallerKind::Service => true,
            CallerKind::Tool => self.seller_id.is_none_or(|own| own == requested),
            CallerKind::User => self.has_role(Role::Operator) || self.seller_id == Some(requested),
        };
        if allowed {
            Ok(requested)
        } else {
            Err(errors::status(Code::NotFound, errors::reasons::SELLER_NOT_FOUND, "there is no such seller").build())
        }
    }

    /// Who does this, for the audit row.
    pub fn actor(&self) -> Actor {
        let role = match self.kind {
            CallerKind::Service => "service",
            CallerKind::Tool => "tool",
            CallerKind::User if self.has_role(Role::Operator) => Role::Operator.as_str(),
            CallerKind::User => Role::Seller.as_str(),
        };
        let (subject, request_id) = (self.subject.clone(), self.request_id.clone());
        Actor { subject, role: role.to_owned(), session: self.session.clone(), request_id }
    }
}

#[cfg(test)]
mod tests;
