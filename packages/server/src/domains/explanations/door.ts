export { explainItem } from './actions/explain-item.ts'
