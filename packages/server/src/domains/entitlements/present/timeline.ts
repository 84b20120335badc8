import * as z from 'zod/mini'
import type { TimelineTypes } from '../../../kernel/timeline.ts'

const payload = z.object({ benefit: z.object({ description: z.string() }) })

const titleFrom =
  (title: (benefit: string) => string) =>
  (grant: unknown): string =>
    title(z.parse(payload, grant).benefit.description)

export const grantTimeline: TimelineTypes = {
  'benefit_grant.created': { title: titleFrom((benefit) => `Granted ${benefit}`) },
  'benefit_grant.revoked': { title: titleFrom((benefit) => `Revoked ${benefit}`) },
}
