import { Link } from '#/ui/link.tsx'
import { Gate, GateFooter, GateMessage } from './gate.tsx'
import { ResendButton } from './resend-button.tsx'
import { withReturnAddress } from './return-address.ts'

/** The sign-up continues with the mailed link. */
export function CheckYourMail({ email }: { email: string }) {
  return (
    <Gate title="Check your email">
      <GateMessage>
        We sent a link to <b className="font-medium break-words text-ink">{email}</b>. Open it to
        confirm the address, then sign in.
      </GateMessage>
      <p className="text-s text-ink-2">
        Didn’t get it? Check your spam folder and that the address is correct.
      </p>
      <ResendButton email={email} justSent />
      <GateFooter>
        <Link href={withReturnAddress('/sign-in', window.location.search)}>Back to sign-in</Link>
      </GateFooter>
    </Gate>
  )
}
