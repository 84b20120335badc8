import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

export type Schema = z.core.$ZodType

/**
 * The account wire uses camelCase and `{code, message}`, the billing wire snake_case and `{error,
 * detail}`.
 */
export type Wire = 'account' | 'billing'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Each audience has one function that recognizes such callers or refuses. */
export type Audience =
  | 'anyone'
  | 'session'
  | 'freshSession'
  | 'operator'
  | 'serverKey'
  | 'sessionOrServerKey'
  | 'seller'
  | 'customer'
  | 'customerOrBuyer'
  | 'clientSecret'
  | 'payLink'
  | 'download'

export interface RateLimitRule {
  readonly requestsMax: number
  readonly windowSeconds: number
  /** What is counted: requests of a client address, or of an authenticated caller. */
  readonly by: 'address' | 'caller'
  /** Operations with the same bucket share a count; by default each has its own. */
  readonly bucket?: string
}

/** The declaration from which the route, the client, the API reference and tests are derived. */
export interface Operation {
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
  /**
   * Parses usual bodies as the schema does, faster and from the JSON as it was sent. Undefined for
   * any other, about which the schema decides.
   */
  readonly readBodyQuickly?: (sent: unknown) => unknown
  readonly bodyLimitBytes?: number
  readonly accepts?: 'json' | 'form'
  /** The handler streams the body; there is no `body`, and it enforces its own limit. */
  readonly streamsBody?: boolean
  /**
   * Whether pages of other sites may make a browser call it: true for a provider’s form post, false
   * for a GET that has effects. By default only calls that read may come from anywhere.
   */
  readonly crossSite?: boolean
  readonly returns: Schema | null
  readonly status: 200 | 201 | 202 | 204
  /** For the official client from 0.43 on, where it takes the usual status for a failure. */
  readonly laterStatus?: 201
  readonly refuses: readonly RefusalCode[]
  /** The refusal for callers who aren’t signed in: by default `unauthorized`. */
  readonly refusesUnauthenticatedAs?: RefusalCode
  /**
   * The refusal for sellers whose token lacks the scope, or whose role the right: by default 403 as
   * `NotPermitted`. Clients that interpret 403 otherwise get another status.
   */
  readonly refusesUnpermittedAs?: RefusalCode
  /** The refusal for unexpected failures: by default `internal_error`. */
  readonly failsAs?: RefusalCode
  readonly rateLimit?: readonly RateLimitRule[]
  /** Whether `Idempotency-Key` is honored: by default on every write of the billing wire. */
  readonly idempotent?: boolean
  /**
   * Whether a replica may answer, which is a moment behind: for lists and figures, never for what
   * money, access or a balance is decided on.
   */
  readonly reads?: 'replica'
}

export const operation = <const E extends Operation>(declaration: E): E => declaration

export const honorsIdempotencyKey = (declared: Operation): boolean =>
  declared.idempotent ?? (declared.wire === 'billing' && declared.method !== 'GET')

type Output<E, K extends string> = E extends { readonly [P in K]: infer S extends Schema }
  ? z.output<S>
  : undefined

type Input<E, K extends string> = E extends { readonly [P in K]: infer S extends Schema }
  ? z.input<S>
  : undefined

/** The parsed input that a handler receives. */
export type ParamsOf<E extends Operation> = Output<E, 'params'>
export type QueryOf<E extends Operation> = Output<E, 'query'>
export type BodyOf<E extends Operation> = Output<E, 'body'>
/** What a handler returns, and what a client receives. */
export type ResponseOf<E extends Operation> = Output<E, 'returns'>
/** What a client sends. */
export type ParamsInput<E extends Operation> = Input<E, 'params'>
export type QueryInput<E extends Operation> = Input<E, 'query'>
export type BodyInput<E extends Operation> = Input<E, 'body'>
