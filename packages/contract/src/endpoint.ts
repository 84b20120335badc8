import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

export type Schema = z.core.$ZodType

/** The account wire speaks camelCase and `{code, message}`, the billing wire snake_case and `{error, detail}`. */
export type Wire = 'account' | 'billing'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: each audience has one function that recognizes such a caller or refuses. */
export type Audience =
  | 'anyone'
  | 'session'
  | 'freshSession'
  | 'operator'
  | 'serverKey'
  | 'sessionOrServerKey'
  | 'seller'
  | 'customer'
  | 'clientSecret'

export interface RateLimitRule {
  readonly requestsMax: number
  readonly windowSeconds: number
  /** What is counted: the client's address, or the caller once they are known. */
  readonly by: 'address' | 'caller'
  /** Endpoints that name the same bucket share one count; by default each has its own. */
  readonly bucket?: string
}

/** One declaration from which come the route, the client, the API reference and the tests. */
export interface Endpoint {
  readonly name: string
  readonly wire: Wire
  readonly method: Method
  /** Segments that begin with a colon are parameters: `/v1/customers/:id`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly for: Audience
  /** The permission or scope that the caller must hold. */
  readonly may?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly bodyLimitBytes?: number
  readonly accepts?: 'json' | 'form'
  /** The handler reads the bytes as they come in; there is no `body`, and no limit but its own. */
  readonly streamsBody?: boolean
  /** A page of another site may make a browser call this (a provider's form post). */
  readonly crossSite?: boolean
  readonly returns: Schema | null
  readonly status: 200 | 201 | 202 | 204
  readonly refuses: readonly RefusalCode[]
  /** What somebody who isn't signed in is told: by default `unauthorized`. */
  readonly refusesStrangersAs?: RefusalCode
  /**
   * What a seller is told whose token lacks the scope, or whose role the right: by default 403 as
   * `NotPermitted`. Where the client takes 403 for something else, another status.
   */
  readonly refusesUnpermittedAs?: RefusalCode
  /** What a failure that nobody foresaw is called to the caller: by default `internal_error`. */
  readonly failsAs?: RefusalCode
  readonly rateLimit?: readonly RateLimitRule[]
  /** Whether `Idempotency-Key` is honoured: by default on every write of the billing wire. */
  readonly idempotent?: boolean
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

export const honoursIdempotencyKey = (declared: Endpoint): boolean =>
  declared.idempotent ?? (declared.wire === 'billing' && declared.method !== 'GET')

type Output<E, K extends string> = E extends { readonly [P in K]: infer S extends Schema }
  ? z.output<S>
  : undefined

type Input<E, K extends string> = E extends { readonly [P in K]: infer S extends Schema }
  ? z.input<S>
  : undefined

/** What a handler is given, parsed. */
export type ParamsOf<E extends Endpoint> = Output<E, 'params'>
export type QueryOf<E extends Endpoint> = Output<E, 'query'>
export type BodyOf<E extends Endpoint> = Output<E, 'body'>
/** What a handler answers, and what a client gets. */
export type AnswerOf<E extends Endpoint> = Output<E, 'returns'>
/** What a client gives. */
export type ParamsInput<E extends Endpoint> = Input<E, 'params'>
export type QueryInput<E extends Endpoint> = Input<E, 'query'>
export type BodyInput<E extends Endpoint> = Input<E, 'body'>
