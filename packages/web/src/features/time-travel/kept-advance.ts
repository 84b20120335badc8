import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { keptText } from '#/lib/kept-text.ts'
import type { Happened } from './period-ends-query.ts'

const FinishedAdvance = z.object({
  from: instant,
  to: instant,
  happened: z.array(z.object({ at: instant, what: z.string(), count: z.int() })),
})

export interface FinishedAdvance {
  from: Date
  to: Date
  happened: readonly Happened[]
}

const storageOf = (organizationId: string) => keptText(`guildhall.advance.${organizationId}`)

/** The last advance of an organization in this browser. Null for anything that isn’t understood. */
export function readAdvance(organizationId: string): FinishedAdvance | null {
  try {
    return z.parse(FinishedAdvance, JSON.parse(storageOf(organizationId).read() ?? 'null'))
  } catch {
    return null
  }
}

export function keepAdvance(organizationId: string, advance: FinishedAdvance): void {
  storageOf(organizationId).write(JSON.stringify(advance))
}
