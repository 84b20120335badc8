import { Link } from '../../ui/link.tsx'
import { Gate, GateFooter, GateNews } from './gate.tsx'
import { ResendButton } from './resend-button.tsx'
import { withReturnAddress } from './return-address.ts'

/** A link has been mailed; nothing goes on before it's opened. */
export function CheckYourMail({ email }: { email: string }) {
  return (
    <Gate title="Check your mail">
      <GateNews>
        We’ve sent a link to <b className="font-medium break-words text-ink">{email}</b>. Open it to
        confirm the address, then sign in.
      </GateNews>
      <p className="text-s text-ink-2">
        Nothing there? Look among the spam, and whether the address is right.
      </p>
      <ResendButton email={email} justSent />
      <GateFooter>
        <Link href={withReturnAddress('/sign-in', window.location.search)}>Back to sign-in</Link>
      </GateFooter>
    </Gate>
  )
}
