import * as z from 'zod/mini'
import { forOperators } from './identity/for-operators.ts'
import { operation } from './operation.ts'
import { instant } from './primitives.ts'

/** In the order in which they are shown. */
export const healthCheckNames = [
  'settings',
  'database',
  'schema',
  'durability',
  'history',
  'events',
  'jobs',
  'standbys',
  'replica',
  'distribution',
  'archive',
  'clock',
  'subscriptions',
  'webhooks',
  'reconciliation',
] as const
export type HealthCheckName = (typeof healthCheckNames)[number]

const Finding = z.object({
  check: z.enum(healthCheckNames),
  state: z.enum(['fine', 'weak', 'wrong']),
  text: z.string(),
  /** What to do about it; null if nothing. */
  remedy: z.nullable(z.string()),
})

export const getHealth = operation({
  ...forOperators,
  name: 'getHealth',
  method: 'GET',
  path: '/api/auth/admin/get-health',
  summary: 'Get the health of the server',
  description:
    'The checks of `guildhall doctor` that are quick, made now. Those that recount what was sold ' +
    'are left to the command.',
  may: 'health:get',
  returns: z.object({
    checkedAt: instant,
    serverVersion: z.string(),
    databaseVersion: z.string(),
    events: z.object({
      /** Not dispatched yet. */
      waiting: z.int(),
      /** 0 if none waits. */
      oldestSeconds: z.int(),
      lastDispatchedAt: z.nullable(instant),
    }),
    jobs: z.object({
      /** Due, and not taken by a worker yet. */
      waiting: z.int(),
      /** 0 if none waits. */
      oldestSeconds: z.int(),
      /** Failed in all attempts. */
      failed: z.int(),
    }),
    standbys: z.array(
      z.object({
        name: z.string(),
        /** Null where the role of the server may not see it. */
        lagSeconds: z.nullable(z.int()),
      }),
    ),
    /** Whether PostgreSQL archives its WAL; of other backups nothing is known. */
    isArchiving: z.boolean(),
    lastArchivedAt: z.nullable(instant),
    findings: z.array(Finding),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_get_health'],
})
