export { removeLimit, setLimit } from './actions/set-limit.ts'
export { tellThresholds } from './actions/tell-thresholds.ts'
export { presentLimit } from './present/limits.ts'
export { listLimits } from './store/usage-limits.ts'
