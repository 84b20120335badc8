export { signedHeaders } from './rules/signature.ts'
