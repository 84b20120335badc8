import { later } from '#/ui/later.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

// Most visits fill in no form, so each is loaded when it is shown.

const waiting = (
  <div aria-busy="true">
    <Skeleton className="h-20" />
  </div>
)

export const AddressForm = later(
  async () => (await import('./address-form.tsx')).AddressForm,
  () => waiting,
)
export const BillingForm = later(
  async () => (await import('./billing-form.tsx')).BillingForm,
  () => waiting,
)
export const CodeForm = later(
  async () => (await import('./code-form.tsx')).CodeForm,
  () => waiting,
)
export const SignIn = later(
  async () => (await import('./sign-in.tsx')).SignIn,
  () => waiting,
)
