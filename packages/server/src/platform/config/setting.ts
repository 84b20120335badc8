import type { Parsed, Parser } from './parse.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Setting<T> {
  readonly name: string
  readonly meaning: string
  /** Masked whenever it is printed. */
  readonly secret: boolean
  /** Applies when the setting is absent: a value in the form of the setting, or a description. */
  readonly fallback: { readonly literal: string } | { readonly says: string }
  /** The effective text: the given value, else the default, else null. */
  text(env: Environment): string | null
  read(env: Environment): Parsed<T>
}

interface Declaration<T> {
  readonly name: string
  readonly meaning: string
  readonly secret?: boolean
  readonly parse: Parser<T>
}

/** A default derived from other settings. */
interface Derived {
  readonly says: string
  from(env: Environment): string
}

export function setting<T>(
  declaration: Declaration<T> & { readonly default: string | Derived },
): Setting<T> {
  const { name, meaning, secret = false, parse, default: fallback } = declaration
  const literal = typeof fallback === 'string'
  const shown = literal ? { literal: fallback } : { says: fallback.says }
  const text = (env: Environment) => given(env, name) ?? (literal ? fallback : fallback.from(env))
  return { name, meaning, secret, fallback: shown, text, read: (env) => parse(text(env)) }
}

/** No default: null when absent. */
export function optional<T>(
  declaration: Declaration<T> & { readonly absent?: string },
): Setting<T | null> {
  const { name, meaning, secret = false, parse, absent = 'none' } = declaration
  return {
    name,
    meaning,
    secret,
    fallback: { says: absent },
    text: (env) => given(env, name),
    read(env) {
      const raw = given(env, name)
      return raw === null ? { value: null } : parse(raw)
    },
  }
}

/** An empty value counts as absent, because env files write unset variables that way. */
export function given(env: Environment, name: string): string | null {
  const raw = env[name]?.trim()
  return raw === undefined || raw === '' ? null : raw
}
