import { formatCount } from '#/lib/format.ts'
import type { Health, HealthFinding } from './health-query.ts'

/** Findings are written for lines of a terminal, which begin in lower case. */
export const asTitle = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

export const asSentence = (text: string): string =>
  `${asTitle(text)}${text.endsWith('.') ? '' : '.'}`

export interface SortedFindings {
  /** The worst first. */
  readonly problems: readonly HealthFinding[]
  readonly passed: readonly HealthFinding[]
}

export function sortFindings(findings: readonly HealthFinding[]): SortedFindings {
  const of = (state: HealthFinding['state']) => findings.filter((one) => one.state === state)
  return { problems: [...of('wrong'), ...of('weak')], passed: of('fine') }
}

/** How long the oldest of what waits has waited. */
export const waitText = ({ waiting, oldestSeconds }: Health['jobs' | 'events']): string =>
  waiting === 0 ? 'Nothing waits' : `The oldest for ${durationText(oldestSeconds)}`

export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${formatCount(Math.floor(seconds / 86_400))} d`
}

export const lagText = (lagSeconds: number | null): string =>
  lagSeconds === null ? 'behind by an unknown time' : `${durationText(lagSeconds)} behind`
