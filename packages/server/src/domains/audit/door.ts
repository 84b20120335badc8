export { changeLog } from './actions/log-changes.ts'
