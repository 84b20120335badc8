import { createHash } from 'node:crypto'
import type { Operation } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Database } from '../../database/database.ts'
import type { JsonValue } from '../../database/json.ts'
import { newId } from '../../ids.ts'
import type { Answer, Completion, GuardedRequest, Guards } from '../guards.ts'
import { networkOf } from '../networks.ts'
import * as claims from './claims.ts'

interface OnceSettings {
  readonly database: Database
  readonly keyring: Keyring
  readonly log: Pick<Logger, 'warn'>
  /** How long a claim outlives the process that held it. */
  readonly leaseSeconds?: number
  readonly keptSeconds?: number
}

type KeyedRequest = GuardedRequest & { readonly idempotencyKey: string }
type Run = (completion: Completion) => Promise<Answer>

const leaseSecondsDefault = 10
const keptSecondsDefault = 24 * 60 * 60
const beatsPerLease = 3
const attemptsMax = 3
const retryAfterSeconds = 1
const inHeader = { loc: ['header', 'Idempotency-Key'] }
const keyShape = /^[!-~]{1,255}$/
const noOrganization = '00000000-0000-0000-0000-000000000000' as Id<'organization'>

/**
 * Runs an operation at most once per key, even if processes die. A run that throws has been rolled
 * back, so its key is released and a retry runs against the current state: refusals are not
 * remembered. A refusal that is itself an outcome (a declined card that is on record) is saved and
 * replayed like any other response. A run whose process died, or that failed after a recovery
 * point, is resumed from there by the next request with the key.
 */
export const createOnce =
  (settings: OnceSettings): Guards['once'] =>
  async (operation, request, run) => {
    const claim = claimOf(settings.keyring, operation, request)
    const taken = await takeOrReplay(settings, claim)
    if ('replay' in taken) return taken.replay
    return await runOnce(settings, claim, taken.recoveryPoint, run)
  }

function claimOf(keyring: Keyring, operation: Operation, request: KeyedRequest): claims.Claim {
  const { idempotencyKey, subject, address, organizationId, target, body } = request
  if (!keyShape.test(idempotencyKey)) throw new Problem('idempotency_key_invalid', inHeader)
  return {
    organizationId: organizationId ?? noOrganization,
    caller: subject ?? unnamedCaller(keyring, address),
    route: `${operation.method} ${operation.path}`,
    key: idempotencyKey,
    requestHash: createHash('sha256').update(`${target}\n`).update(body).digest(),
    executionId: newId('execution'),
  }
}

/** Two callers may choose the same key: neither may see the other's response. */
function unnamedCaller(keyring: Keyring, address: string): string {
  return `network:${keyring.sign(['idempotency', networkOf(address)]).mac.toString('base64url')}`
}

async function takeOrReplay(
  settings: OnceSettings,
  claim: claims.Claim,
): Promise<{ replay: Answer } | { recoveryPoint: JsonValue }> {
  const { leaseSeconds = leaseSecondsDefault, keptSeconds = keptSecondsDefault } = settings
  // A key that is neither free nor found was released in between.
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const taken = await claims.takeClaim(settings.database, claim, { leaseSeconds, keptSeconds })
    if (taken !== null) return taken
    const found = await claims.findClaim(settings.database, claim)
    if (found?.isSameRequest === false) throw new Problem('idempotency_key_reused', inHeader)
    if (found?.answer) return { replay: openAnswer(settings.keyring, claim, found.answer) }
    if (found !== null) break
  }
  throw inFlight()
}

async function runOnce(
  settings: OnceSettings,
  claim: claims.Claim,
  recoveryPoint: JsonValue,
  run: Run,
): Promise<Answer> {
  const { database, log } = settings
  const beat = startHeartbeat(settings, claim)
  let isSaved = false
  try {
    const answer = await run({
      recoveryPoint,
      async save({ tx }, final) {
        await saveAnswer(settings, tx, claim, final)
        isSaved = true
      },
      async note({ tx }, point) {
        if (!(await claims.noteRecoveryPoint(tx, claim, point))) throw inFlight()
      },
    })
    // An operation that writes nothing here has no transaction to save its response in.
    if (!isSaved) await saveAnswer(settings, database.kysely, claim, answer)
    return answer
  } catch (error) {
    // When the database is unavailable, the key is released by the end of its lease.
    const failed = (err: unknown) => log.warn({ err }, 'an idempotency key was not released')
    await claims.releaseClaim(database, claim).catch(failed)
    throw error
  } finally {
    clearInterval(beat)
  }
}

async function saveAnswer(
  { keyring }: OnceSettings,
  tx: claims.Connection,
  claim: claims.Claim,
  answer: Answer,
): Promise<void> {
  const sealed = keyring.seal(packAnswer(answer), boundTo(claim))
  if (!(await claims.completeClaim(tx, claim, sealed))) throw inFlight()
}

function openAnswer(keyring: Keyring, claim: claims.Claim, sealed: Buffer): Answer {
  const packed = keyring.open(sealed, boundTo(claim))
  assert(packed !== null, 'a stored response was sealed by a secret that is no longer listed')
  return unpackAnswer(packed)
}

const boundTo = ({ organizationId, caller, route, key }: claims.ClaimScope): string[] => [
  'idempotency',
  organizationId,
  caller,
  route,
  key,
]

function startHeartbeat(settings: OnceSettings, claim: claims.Claim): NodeJS.Timeout {
  const { database, log, leaseSeconds = leaseSecondsDefault } = settings
  const failed = (err: unknown) => log.warn({ err }, 'an idempotency key was not prolonged')
  const prolong = () => {
    claims.prolongClaim(database, claim, leaseSeconds).catch(failed)
  }
  return setInterval(prolong, (leaseSeconds * 1000) / beatsPerLease).unref()
}

const inFlight = () => new Problem('idempotency_key_in_flight', { retryAfterSeconds })

const Packed = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  text: z.nullable(z.string()),
  base64: z.nullable(z.string()),
})

/** Serializes a response as one text, from which status, headers and bytes are restored. */
function packAnswer({ status, headers, body }: Answer): string {
  const text = typeof body === 'string' ? body : null
  const base64 = body instanceof Uint8Array ? Buffer.from(body).toString('base64') : null
  return JSON.stringify({ status, headers, text, base64 })
}

function unpackAnswer(packed: string): Answer {
  const { status, headers, text, base64 } = Packed.parse(JSON.parse(packed))
  return { status, headers, body: base64 === null ? text : Buffer.from(base64, 'base64') }
}
