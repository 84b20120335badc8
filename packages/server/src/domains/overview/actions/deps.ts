import type { TimelineDeps } from '../../customers/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export type OverviewDeps = Pick<TimelineDeps, 'uowFactory' | 'clock' | 'config' | 'timelineTypes'>
