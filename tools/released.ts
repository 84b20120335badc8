// What servers of the last release know, and what the next one may therefore not change at once.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

export const releasedFile = fileURLToPath(
  new URL('../packages/server/released.json', import.meta.url),
)

/** By key of the payload, which ends with ? if it may be missing: its type. */
const Payload = z.record(z.string(), z.string())

const Released = z.object({
  /** Null before the first release: then what is recorded is where the rules began. */
  version: z.nullable(z.string()),
  /** How many migrations it has. */
  migrations: z.int(),
  /** The newest migration of the job queue's own schema. */
  queueRevision: z.int(),
  tasks: z.record(z.string(), Payload),
})
export type Released = z.output<typeof Released>
export type ReleasedPayload = z.output<typeof Payload>

export const readReleased = (): Released =>
  Released.parse(JSON.parse(readFileSync(releasedFile, 'utf8')))
