import type { TimelineTypes } from '../../../kernel/timeline.ts'

export const topUpTimeline: TimelineTypes = {
  'top_up.turned_on': { title: () => 'The customer turned on an automatic top-up' },
  'top_up.turned_off': { title: () => 'An automatic top-up was turned off' },
  'top_up.stopped': { title: () => 'An automatic top-up was stopped' },
}
