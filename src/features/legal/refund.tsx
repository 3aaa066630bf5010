import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { ContactLink } from './contact-link'
import type { LegalDocument } from './legal-document'

/** The required wording. Its two limits on used credits differ on purpose. */
export const REFUND: LegalDocument = {
  title: 'Refund Policy',
  path: paths.refund,
  description:
    'When a subscription is refunded in full, what is deducted, why credit packs are not refunded, and how long it takes.',
  updated: '2026-11-20',
  summary: [
    'A subscription can be refunded within 3 days, as long as little of it was used.',
    'Credit packs are non-refundable.',
    'If a video does not arrive, its credits are returned automatically. You do not need to ask.',
  ],
  sections: [
    {
      id: 'on-sale',
      title: 'What is on sale today',
      body: (
        <p>
          Nothing yet. Plans and credit packs are announced on the <Link to={paths.pricing}>pricing page</Link>, and
          their buttons are disabled until payments open. The rules below apply from the first purchase on.
        </p>
      ),
    },
    {
      id: 'subscriptions',
      title: 'Subscriptions',
      body: (
        <>
          <p>Two rules apply, exactly as written:</p>
          <ul>
            <li>
              You get a full refund of a subscription within 3 days of buying it if 200 credits or fewer were used.
            </li>
            <li>A subscription of which more than 10 credits were used is not eligible for a refund.</li>
          </ul>
          <p>
            The two limits differ. To be certain of a refund, write to us before you use more than 10 credits. After 3
            days a subscription is not refunded.
          </p>
        </>
      ),
    },
    {
      id: 'fees',
      title: 'Processing fees',
      body: (
        <p>
          Processing fees are deducted. Fees that the payment provider keeps are deducted from the refund, even a full
          one.
        </p>
      ),
    },
    {
      id: 'packs',
      title: 'Credit packs',
      body: <p>Credit packs are non-refundable. The credits never expire, so you lose nothing by keeping them.</p>,
    },
    {
      id: 'failed-videos',
      title: 'Videos that fail',
      body: (
        <>
          <p>
            This is not a refund of money, and it needs no request. The price of a video is held when you click Generate
            and charged only when the video is stored and plays. If it fails, cannot be retrieved, or has not arrived
            within an hour, the held credits are returned to your balance.
          </p>
          <p>
            You are charged for a video that arrives, even if it is not what you hoped for. Results vary: the same
            prompt may turn out better the second time.
          </p>
        </>
      ),
    },
    {
      id: 'how',
      title: 'How to ask, and how long it takes',
      body: (
        <>
          <p>
            Write to <ContactLink /> from the email address of your account, with the date of the purchase. You do not
            need to give a reason.
          </p>
          <p>
            Refunds take 5-7 business days to reach you once they are approved. They go to your original payment method.
            Credits from a refunded subscription are removed.
          </p>
        </>
      ),
    },
    {
      id: 'law',
      title: 'Your rights by law',
      body: (
        <p>
          Where the law of your country gives you a longer period, a larger refund, or another remedy, that law applies.
        </p>
      ),
    },
  ],
}
