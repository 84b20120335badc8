import { type JobState, jobStates } from '@guildhall/contract/maintenance/jobs'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'

/** The filters of the list of jobs in the URL; omitted filters match all. */
export interface JobsView {
  state?: JobState
  task?: string
}

const taskName = /^[\w.]{1,128}$/

/** Parses the URL and ignores invalid values. */
export function readJobsView(search: SearchParameters): JobsView {
  const state = jobStates.find((one) => one === search['state'])
  const task = readText(search['task'])
  return { ...(state && { state }), ...(task && taskName.test(task) && { task }) }
}
