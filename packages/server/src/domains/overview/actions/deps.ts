import type { TimelineDeps } from '../../customers/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export type OverviewDeps = Pick<TimelineDeps, 'uowFactory' | 'clock' | 'config' | 'timelineTypes'>
