/** Creates self-signed certificates (RFC 5280, X.690), so that the repository contains no key. */

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Time of expiry. */
  readonly until: Date;
  /** IPv4 address of the server. @default "127.0.0.1" */
  readonly address?: string;
}

const ECDSA_WITH_SHA256 = tlv(0x30, [oid("2a8648ce3d040302")]);
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a certificate that is valid for the 366 days before `until`. */
export function createCertificate({ until, address = "127.0.0.1" }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = tlv(0x30, [tlv(0x31, [tlv(0x30, [oid("550403"), tlv(0x0c, [Buffer.from("Test")])])])]);
  const from = new Date(until.valueOf() - 366 * DAY_MS);
  const alternative = tlv(0x30, [tlv(0x87, [Buffer.from(address.split(".").map(Number))])]);
  const extension = tlv(0x30, [oid("551d11"), tlv(0x04, [alternative])]);
  const toBeSigned = tlv(0x30, [
    tlv(0xa0, [integer(2)]),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    tlv(0x30, [time(from), time(until)]),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, [tlv(0x30, [extension])]),
  ]);
  const signature = tlv(0x03, [Buffer.from([0]), sign("sha256", toBeSigned, privateKey)]);
  const der = tlv(0x30, [toBeSigned, ECDSA_WITH_SHA256, signature]);
  const lines = der.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: toPem(privateKey),
  };
}

function toPem(key: KeyObject): string {
  return String(key.export({ type: "pkcs8", format: "pem" }));
}

function tlv(tag: number, parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function oid(hex: string): Buffer {
  return tlv(0x06, [Buffer.from(hex, "hex")]);
}

function integer(value: number): Buffer {
  return tlv(0x02, [Buffer.from([value])]);
}

/** Encodes a date as an ASN.1 UTCTime. */
function time(date: Date): Buffer {
  return tlv(0x17, [
    Buffer.from(
      date
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, "")
        .slice(2),
    ),
  ]);
}
