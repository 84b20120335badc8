import { later } from '#/ui/later.tsx'

// Dialogs need more code than the page that opens them, so each is loaded when it opens.

export const AcceptDialog = later(async () => (await import('./accept-dialog.tsx')).AcceptDialog)
export const AddCardDialog = later(
  async () => (await import('./add-card-dialog.tsx')).AddCardDialog,
)
export const BuyCreditsDialog = later(
  async () => (await import('./buy-credits-dialog.tsx')).BuyCreditsDialog,
)
export const CancelDialog = later(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
export const DisconnectDialog = later(
  async () => (await import('./disconnect-dialog.tsx')).DisconnectDialog,
)
export const LimitDialog = later(async () => (await import('./limit-dialog.tsx')).LimitDialog)
export const OrderDialog = later(async () => (await import('./order-dialog.tsx')).OrderDialog)
export const PayDialog = later(async () => (await import('./pay-dialog.tsx')).PayDialog)
export const PlanDialog = later(async () => (await import('./plan-dialog.tsx')).PlanDialog)
export const PreferDialog = later(async () => (await import('./method-dialogs.tsx')).PreferDialog)
export const RemoveDialog = later(async () => (await import('./method-dialogs.tsx')).RemoveDialog)
export const RemoveActivationDialog = later(
  async () => (await import('./remove-activation-dialog.tsx')).RemoveActivationDialog,
)
export const TopUpDialog = later(async () => (await import('./top-up-dialog.tsx')).TopUpDialog)
