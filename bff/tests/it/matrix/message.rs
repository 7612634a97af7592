//! Messages of any method from JSON, and their way there and back.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use futures_util::stream;
use pishkhan_testkit::TestCaller;
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage as _, Value as Field,
    bytes::{Buf as _, BufMut as _},
    prost::Message as _,
};
use serde_json::Value;
use tonic::{
    Request, Status,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::http::uri::PathAndQuery,
};

/// The encoded message that the JSON says, field by field, with the contract's names.
pub fn encode(descriptor: &MessageDescriptor, json: &Value) -> Vec<u8> {
    message(descriptor, json).encode_to_vec()
}

/// What a field is given instead of what it has.
type Changes = fn(&FieldDescriptor, &Field) -> Vec<Field>;

/// The same message once for each change of each of its fields, left out or nested ones among them; and which it is.
pub fn encode_changed(descriptor: &MessageDescriptor, json: &Value, changes: Changes) -> Vec<(String, Vec<u8>)> {
    let own_key = |(name, mut message): (String, DynamicMessage), number| {
        // A key that was used for another one would be refused for that.
        if let Some(key) = descriptor.get_field_by_name("request_id").filter(|key| key.name() != name) {
            message.set_field(&key, Field::String(format!("changed-{number}")));
        }
        (name, message.encode_to_vec())
    };
    changed(&message(descriptor, json), changes, 0)
        .into_iter()
        .zip(0..)
        .map(|(one, number)| own_key(one, number))
        .collect()
}

/// How deep messages that the example leaves out are looked into.
const DEEP: usize = 3;

fn changed(message: &DynamicMessage, changes: Changes, depth: usize) -> Vec<(String, DynamicMessage)> {
    let fields = message.descriptor().fields().collect::<Vec<_>>();
    let with = |field: &FieldDescriptor, path: String, value| {
        let mut other = message.clone();
        other.set_field(field, value);
        (path, other)
    };
    let all = fields.iter().flat_map(|field| {
        let (name, value) = (field.name().to_owned(), message.get_field(field).into_owned());
        let own = changes(field, &value).into_iter().map(|value| with(field, name.clone(), value));
        let mut inner = Vec::new();
        if let Field::Message(message_in) = &value
            && (message.has_field(field) || depth < DEEP)
        {
            let all = changed(message_in, changes, depth + 1).into_iter();
            inner.extend(all.map(|(path, inner)| with(field, format!("{name}.{path}"), Field::Message(inner))));
        } else if let Field::List(items) = &value
            && let Some(first) = items.first().and_then(Field::as_message)
        {
            let list = |first| Field::List([&[Field::Message(first)], &items[1..]].concat());
            let all = changed(first, changes, depth + 1).into_iter();
            inner.extend(all.map(|(path, first)| with(field, format!("{name}.{path}"), list(first))));
        }
        own.chain(inner).collect::<Vec<_>>()
    });
    all.collect()
}

/// A NUL in each text.
pub fn nul(field: &FieldDescriptor, value: &Field) -> Vec<Field> {
    match (value, field.kind()) {
        (Field::String(text), _) => vec![Field::String(format!("{text}\0"))],
        (Field::List(items), Kind::String) => {
            vec![Field::List([items.as_slice(), &[Field::String("a\0".to_owned())]].concat())]
        }
        _ => Vec::new(),
    }
}

/// Whatever somebody may send in the place of a value.
pub fn hostile(field: &FieldDescriptor, value: &Field) -> Vec<Field> {
    let one = |kind: &Kind| match kind {
        Kind::String => texts(),
        Kind::Bytes => [vec![], vec![0xff; 100], vec![0; 100_000]].map(|bytes| Field::Bytes(bytes.into())).into(),
        Kind::Bool => vec![Field::Bool(false), Field::Bool(true)],
        Kind::Int32 => [i32::MIN, -1, 0, 1, i32::MAX].map(Field::I32).into(),
        Kind::Int64 => [i64::MIN, -1, 0, 1, 1_000_000_000_000_000, i64::MAX].map(Field::I64).into(),
        Kind::Enum(_) => [-1, 0, 1, 99, i32::MAX].map(Field::EnumNumber).into(),
        Kind::Message(inner) => vec![Field::Message(DynamicMessage::new(inner.clone()))],
        other @ (Kind::Double
        | Kind::Float
        | Kind::Uint32
        | Kind::Uint64
        | Kind::Sint32
        | Kind::Sint64
        | Kind::Fixed32
        | Kind::Fixed64
        | Kind::Sfixed32
        | Kind::Sfixed64) => panic!("{}: no hostile {other:?} yet", field.full_name()),
    };
    let Field::List(items) = value else { return one(&field.kind()) };
    let mut lists: Vec<_> = one(&field.kind()).into_iter().map(|item| Field::List(vec![item])).collect();
    lists.push(Field::List(Vec::new()));
    lists.extend(items.first().map(|first| Field::List(vec![first.clone(); 501])));
    lists
}

fn texts() -> Vec<Field> {
    let long = "آ".repeat(10_000);
    [
        "",
        " ",
        "\0",
        &long,
        "\u{202E}\u{2067}\u{200C}",
        "\u{FFFF}\u{1F9EA}",
        "'; DROP TABLE seller; --",
        "%_\\",
        "-1",
        "9223372036854775808",
        "۱۲۳",
        "1e400",
        "{}",
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "2026-13-45",
        "9999-12-31",
        "AAAAAAAAAAAAAAAAAAAAAAAA",
        "WyJhIiwxXQ",
    ]
    .map(|text| Field::String(text.to_owned()))
    .into()
}

fn message(descriptor: &MessageDescriptor, json: &Value) -> DynamicMessage {
    let mut message = DynamicMessage::new(descriptor.clone());
    for (name, value) in json.as_object().unwrap() {
        let field = descriptor.get_field_by_name(name);
        let field = field.unwrap_or_else(|| panic!("{} has no field {name}", descriptor.full_name()));
        let value = match value.as_array() {
            Some(items) if field.is_list() => Field::List(items.iter().map(|item| single(&field, item)).collect()),
            _ => single(&field, value),
        };
        message.set_field(&field, value);
    }
    message
}

fn single(field: &FieldDescriptor, json: &Value) -> Field {
    let text = || json.as_str().unwrap().to_owned();
    // What is filled in is a text, whatever it stands for.
    let number = || json.as_i64().unwrap_or_else(|| text().parse().unwrap());
    let small = || i32::try_from(number()).unwrap();
    match field.kind() {
        Kind::String => Field::String(text()),
        Kind::Bytes => Field::Bytes(BASE64_STANDARD.decode(text()).unwrap().into()),
        Kind::Bool => Field::Bool(json.as_bool().unwrap()),
        Kind::Int32 => Field::I32(small()),
        Kind::Int64 => Field::I64(number()),
        Kind::Enum(kind) => {
            let named = json.as_str().and_then(|name| kind.get_value_by_name(name));
            Field::EnumNumber(named.map_or_else(small, |value| value.number()))
        }
        Kind::Message(inner) => Field::Message(message(&inner, json)),
        other @ (Kind::Double
        | Kind::Float
        | Kind::Uint32
        | Kind::Uint64
        | Kind::Sint32
        | Kind::Sint64
        | Kind::Fixed32
        | Kind::Fixed64
        | Kind::Sfixed32
        | Kind::Sfixed64) => panic!("{}: no example has a {other:?} yet", field.full_name()),
    }
}

/// Sends one encoded message to a method, with an `authorization` of its own or the caller's; the first answer.
pub async fn ask(
    caller: TestCaller,
    method: &str,
    message: Vec<u8>,
    authorization: Option<&str>,
) -> Result<Vec<u8>, Status> {
    let mut client = Grpc::new(caller);
    client.ready().await.map_err(|error| Status::unknown(error.to_string()))?;
    let mut request = Request::new(stream::iter([message]));
    if let Some(authorization) = authorization {
        request.metadata_mut().insert("authorization", authorization.parse().unwrap());
    }
    let path: PathAndQuery = format!("/{method}").parse().unwrap();
    // One message on a stream is what a call without streams sends, too.
    let mut answers = client.streaming(request, path, Encoded).await?.into_inner();
    Ok(answers.message().await?.unwrap_or_default())
}

/// Messages are bytes that somebody else encodes.
#[derive(Clone, Copy)]
struct Encoded;

impl Codec for Encoded {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Encoded {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, message: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&message);
        Ok(())
    }
}

impl Decoder for Encoded {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        let mut message = vec![0; buffer.remaining()];
        buffer.copy_to_slice(&mut message);
        Ok(Some(message))
    }
}
