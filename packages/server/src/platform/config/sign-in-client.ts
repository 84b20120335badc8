import { oneOf, onOff, type Parser } from './parse.ts'
import { type Environment, given } from './setting.ts'

/** Our registration as a client of an external identity provider. */
export interface SignInClient {
  readonly clientId: string
  readonly clientSecret: string | SigningKey
  readonly scopes: readonly string[]
  /** Link accounts to users even though the provider doesn't vouch for the address. */
  readonly isTrusted: boolean
  /** Whether a first sign-in creates a user, creates one only on request, or is refused. */
  readonly signUp: 'on' | 'requested' | 'off'
}

/** Signs the client secret instead of storing one. */
export interface SigningKey {
  readonly issuer: string
  readonly keyId: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
}

export type SettingReader = ReturnType<typeof settingReader>

/** Reads the settings of one provider, which share a name prefix. */
export function settingReader(env: Environment, prefix: string, faults: string[]) {
  const name = (end: string) => `${prefix}_${end}`
  const text = (end: string) => given(env, name(end))
  const read = <T>(end: string, parse: Parser<T>): T | null => {
    const raw = text(end)
    if (raw === null) return null
    const parsed = parse(raw)
    if ('value' in parsed) return parsed.value
    faults.push(`${name(end)} ${parsed.fault}`)
    return null
  }
  return {
    name,
    text,
    read,
    list: (end: string) => (text(end) ?? '').split(/[\s,]+/).filter((part) => part !== ''),
    common: () => ({
      isTrusted: read('TRUSTED', onOff) ?? false,
      signUp: read('SIGN_UP', oneOf('on', 'requested', 'off')) ?? 'on',
    }),
    missing: (lacking: string, why: string) =>
      void faults.push(`${name(lacking)} is missing: ${why}`),
    fault: (end: string, says: string) => void faults.push(`${name(end)} ${says}`),
  }
}
