import { Avatar } from '#/ui/avatar.tsx'
import { Logo } from '#/ui/logo.tsx'
import type { Checkout } from './wire.ts'

/** The seller of the checkout. */
export function SellerName({ seller }: { seller: Checkout['organization'] }) {
  return (
    <p className="flex items-center gap-2.5 font-semibold">
      {seller.avatarUrl ? (
        <Avatar square key={seller.avatarUrl} name={seller.name} src={seller.avatarUrl} />
      ) : (
        <Logo name={seller.name} />
      )}
      <span className="min-w-0 wrap-anywhere">{seller.name}</span>
    </p>
  )
}
