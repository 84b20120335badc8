import { usageLimitSetters } from '@guildhall/contract/limits/limit-shapes'
import * as z from 'zod/mini'
import type { TimelineTypes } from '../../../kernel/timeline.ts'

const limit = z.object({ set_by: z.enum(usageLimitSetters) })
const reached = z.object({ threshold: z.int() })

const ofWhom = (shown: unknown): string =>
  z.parse(limit, shown).set_by === 'seller' ? 'A usage limit' : 'A usage limit of the customer'

export const limitTimeline: TimelineTypes = {
  'usage_limit.updated': { title: (shown) => `${ofWhom(shown)} was set` },
  'usage_limit.deleted': { title: (shown) => `${ofWhom(shown)} was deleted` },
  'usage_limit.threshold_reached': {
    title: (shown) => `Usage reached ${z.parse(reached, shown).threshold}% of a limit`,
  },
}
