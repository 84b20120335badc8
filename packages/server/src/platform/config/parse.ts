import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopbackHost } from '../http-client/addresses.ts'

/** The parsed value, or a fault that completes a sentence beginning with the setting's name. */
export type Parsed<T> = { readonly value: T } | { readonly fault: string }
export type Parser<T> = (raw: string) => Parsed<T>

const ok = <T>(value: T): Parsed<T> => ({ value })
const no = (fault: string): { readonly fault: string } => ({ fault })

export const onOff: Parser<boolean> = (raw) =>
  raw === 'on' || raw === 'off' ? ok(raw === 'on') : no('must be on or off')

export const oneOf =
  <T extends string>(...words: readonly T[]): Parser<T> =>
  (raw) => {
    const word = words.find((known) => known === raw)
    return word === undefined ? no(`must be one of ${words.join(', ')}`) : ok(word)
  }

export const wholeNumber =
  (min: number, max: number): Parser<number> =>
  (raw) => {
    const value = /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN
    return value >= min && value <= max
      ? ok(value)
      : no(`must be a whole number from ${min} to ${max}`)
  }

export const matching =
  (pattern: RegExp, wanted: string): Parser<string> =>
  (raw) =>
    pattern.test(raw) ? ok(raw) : no(`must be ${wanted}`)

/** Separated by commas; empty parts are ignored. */
export const listOf =
  <T>(part: Parser<T>): Parser<readonly T[]> =>
  (raw) => {
    const texts = raw.split(',').map((text) => text.trim())
    const parsed = texts.filter((text) => text !== '').map(part)
    const fault = parsed.find((one) => 'fault' in one)
    if (fault !== undefined) return fault
    const values = parsed.flatMap((one) => ('value' in one ? [one.value] : []))
    return values.length > 0 ? ok([...new Set(values)]) : no('must not be empty')
  }

export const url =
  (...schemes: readonly string[]): Parser<string> =>
  (raw) => {
    const known = URL.canParse(raw) && schemes.includes(new URL(raw).protocol.slice(0, -1))
    return known ? ok(raw) : no(`must be a URL that begins with ${schemes.join(':// or ')}://`)
  }

export const webUrl = url('https', 'http')

/** Credentials are sent here, so unencrypted URLs must point to this machine. */
export const secureUrl: Parser<string> = (raw) => {
  const parsed = webUrl(raw)
  if ('fault' in parsed) return parsed
  const { protocol, hostname } = new URL(raw)
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? ok(raw.replace(/\/+$/, ''))
    : no('must begin with https:// for any other machine')
}

/** Scheme, host and port, nothing else. */
export const origin: Parser<string> = (raw) => {
  const parsed = webUrl(raw)
  if ('fault' in parsed) return parsed
  const { origin: value, href } = new URL(raw)
  return href === `${value}/` ? ok(value) : no('must have no path, query or credentials')
}

const wildcardOrigin = /^(?:https?:\/\/)?\*\.[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/i
const appScheme = /^(?!(?:javascript|data|file|blob|vbscript):)[a-z][a-z0-9+.-]*:\/\/[^\s*]*$/i

/** An origin, every host under a domain, or the URL scheme of a mobile app. */
export const trustedOrigin: Parser<string> = (raw) => {
  if (wildcardOrigin.test(raw)) return ok(raw.toLowerCase())
  if (!/^https?:/i.test(raw) && appScheme.test(raw)) return ok(raw)
  return 'value' in origin(raw)
    ? origin(raw)
    : no('must hold origins such as https://app.example, *.app.example or myapp://')
}

export const network: Parser<string> = (raw) => {
  const [address = '', prefix] = raw.split('/')
  const family = isIP(address)
  if (family !== 0 && prefix === undefined) return ok(raw)
  const fault = no('must hold addresses or networks such as 10.0.0.1 or 10.0.0.0/8')
  if (family === 0 || prefix === undefined || !/^\d{1,3}$/.test(prefix)) return fault
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return ok(raw)
  } catch {
    return fault
  }
}

const address = /^[^\s<>,;:"]+@[^\s<>,;:"@]+$/

export const emailAddress: Parser<string> = (raw) =>
  address.test(raw) ? ok(raw.toLowerCase()) : no('must hold email addresses')

export interface Sender {
  readonly name: string | null
  readonly address: string
}

export const sender: Parser<Sender> = (raw) => {
  if (address.test(raw)) return ok({ name: null, address: raw })
  const [, name = '', inner = ''] = /^"?([^"<>\r\n]+?)"?\s*<([^<>]+)>$/.exec(raw) ?? []
  return address.test(inner)
    ? ok({ name: name.trim(), address: inner })
    : no('must be an address, or a name and an address: Shop <shop@example.com>')
}

export const pattern: Parser<RegExp> = (raw) => {
  try {
    return ok(new RegExp(raw))
  } catch (error) {
    return no(
      `must be a regular expression: ${error instanceof Error ? error.message : 'it is invalid'}`,
    )
  }
}

export const folder: Parser<string> = (raw) => ok(resolve(raw))

/** A key in PEM form; env files write its line breaks as \n. */
export const privateKey: Parser<string> = (raw) => {
  const pem = raw.replaceAll('\\n', '\n')
  return /^-----BEGIN [A-Z ]*PRIVATE KEY-----\n/.test(pem)
    ? ok(pem)
    : no('must be a key in PEM form')
}

export const anyText: Parser<string> = ok
