import { oneOf, onOff, type Parser } from './parse.ts'
import { type Environment, given } from './setting.ts'

/** What we are at somebody else's, whom people sign in by. */
export interface SignInClient {
  readonly clientId: string
  readonly clientSecret: string | SigningKey
  readonly scopes: readonly string[]
  /** Accounts link although the provider doesn't say that it proved the address. */
  readonly isTrusted: boolean
  /** Who comes for the first time: becomes a user, does so only on request, or is turned away. */
  readonly signUp: 'on' | 'requested' | 'off'
}

/** Makes the client secret instead of being it. */
export interface SigningKey {
  readonly issuer: string
  readonly keyId: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
}

export type SettingReader = ReturnType<typeof settingReader>

/** Reads the settings of one provider, which share the beginning of their names. */
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
