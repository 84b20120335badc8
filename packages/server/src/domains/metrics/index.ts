export { recountQuery } from './store/recount-query.ts'
