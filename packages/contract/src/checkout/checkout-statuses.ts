export const checkoutStatuses = ['open', 'expired', 'confirmed', 'succeeded', 'failed'] as const
