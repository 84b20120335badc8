export { createEndpoint, requireTarget } from './actions/create-endpoint.ts'
export { startDeliverer } from './actions/delivery/deliverer.ts'
export { type DeliveryDeps, deliveryDeps } from './actions/delivery/deps.ts'
export { signedHeaders } from './rules/signature.ts'
