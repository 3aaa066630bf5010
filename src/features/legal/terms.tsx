import { Link } from 'react-router-dom'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { ContactLink } from './contact-link'
import type { LegalDocument } from './legal-document'
import { PriceList } from './price-list'

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  path: paths.terms,
  description: `What you can create with ${env.siteName}, how credits are held and charged, who owns the videos, and what we cannot guarantee.`,
  updated: '2026-11-26',
  summary: [
    'You describe a scene or upload an image, and a video model makes a short video of it for credits.',
    'Credits are held when you start and charged only when the video arrives. If it fails, they are returned.',
    'Use your own material, and only images of adults who have consented. You are responsible for what you make.',
  ],
  sections: [
    {
      id: 'agreement',
      title: 'What these terms cover',
      body: (
        <>
          <p>
            {env.siteName} is a website that turns a text prompt or an image into a short video. These terms are the
            agreement between you and the operator of this site, whom you can contact at <ContactLink />. You accept
            them by signing in.
          </p>
          <p>
            The <Link to={paths.privacy}>Privacy Policy</Link> explains what data we keep, and the{' '}
            <Link to={paths.refund}>Refund Policy</Link> explains when you get money back. Both are part of these terms.
          </p>
        </>
      ),
    },
    {
      id: 'who',
      title: 'Who may use it',
      body: (
        <>
          <p>
            Anyone can browse the site. To make videos, you must sign in with a Google account and be at least 18 years
            old, or older where your law sets the age of majority higher.
          </p>
          <p>
            Your account is personal. You are responsible for what is done through it, so keep your Google account
            secure and tell us if someone else gets access. The same applies to API keys that you create: revoke a key
            that someone else has. Add only servers of your own as webhooks.
          </p>
        </>
      ),
    },
    {
      id: 'credits',
      title: 'Credits',
      body: (
        <>
          <p>A video costs the number of credits shown on the button that starts it. Today that is:</p>
          <PriceList />
          <p>
            The credits are <strong>held</strong> when you click Generate. They are <strong>charged</strong> when the
            video is saved and playable. They are <strong>returned</strong> if the job fails, produces no playable file,
            or has not arrived after an hour. Every transaction is recorded and never changed.
          </p>
          <p>
            You can ask us to cancel a running job. Your credits are returned if the video service confirms that it did
            not start or will not charge; otherwise the video is finished and charged.
          </p>
          <p>
            A price can change for future videos. If it has changed since you saw it, we ask you to confirm before
            starting. Credits are not money: they cannot be paid out, sold or passed to another account.
          </p>
        </>
      ),
    },
    {
      id: 'plans',
      title: 'Plans and packs',
      body: (
        <p>
          Plans and credit packs are announced on the <Link to={paths.pricing}>pricing page</Link> and cannot be bought
          yet. Before they can, we will add here how they are paid, renewed, and canceled.
        </p>
      ),
    },
    {
      id: 'material',
      title: 'Your content',
      body: (
        <>
          <p>
            Your prompts, images, and voices stay yours. You allow us to store them and pass them to the video service
            only as needed to make, show and keep your videos, and for nothing else.
          </p>
          <p>You promise that</p>
          <ul>
            <li>you own what you upload, or have the right to use it this way;</li>
            <li>every recognizable person in an image is an adult who has consented to this use;</li>
            <li>every voice is your own, or the person agreed to this use;</li>
            <li>none of it breaks the law or the rights of others.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'not-allowed',
      title: 'Prohibited content',
      body: (
        <>
          <p>Do not use {env.siteName} for</p>
          <ul>
            <li>anything sexual or romantic showing someone under 18 or made to look under 18;</li>
            <li>sexually explicit videos, and intimate videos of real people who did not agree to them;</li>
            <li>passing off an invented scene as something a real person said or did;</li>
            <li>harassment, threats, hatred of a group, or the praise of violence;</li>
            <li>fraud, impersonation, or influencing an election by deception;</li>
            <li>copying a work, character or brand that you have no right to;</li>
            <li>
              circumventing prices, limits, or the video service's checks, or overloading the service with automated
              requests.
            </li>
          </ul>
          <p>
            The video services apply their own content rules and may refuse a request. You are not charged for a refused
            request. If a video could be mistaken for real, say it was made with AI. In many places the law requires
            this.
          </p>
        </>
      ),
    },
    {
      id: 'videos',
      title: 'The videos you make',
      body: (
        <>
          <p>
            We claim no rights in your videos. You may use them for any lawful purpose, including commercial use, to the
            extent the model maker's terms allow. In some countries a work made by a machine has no copyright at all,
            and other people's prompts can lead to similar videos.
          </p>
          <p>
            Your videos are private: nobody else sees them through this site unless you create a link. We keep a copy so
            that you can find them again, as the <Link to={paths.privacy}>Privacy Policy</Link> describes. Download what
            matters to you; this is not a backup service.
          </p>
        </>
      ),
    },
    {
      id: 'sharing',
      title: 'Sharing videos',
      body: (
        <>
          <p>
            You can create links to a finished video. Anyone with a link can watch the video until the link expires or
            you revoke it. The page says that the video was made with AI, and shows your prompt only if you choose so.
            Share only what these terms allow.
          </p>
          <p>
            Anyone can report a shared video. If it breaks these terms or the law, we may take it down: all of its links
            end, and no other can be created. You keep the video, and may write to <ContactLink /> if you disagree.
          </p>
        </>
      ),
    },
    {
      id: 'no-promise',
      title: 'No guarantees',
      body: (
        <>
          <p>
            The models belong to others and their results vary. A video may not match your prompt, may show impossible
            things, or may say something false. Times are estimates. Plan lengths are the longest a plan is meant for;
            each model has its own lengths, and the next longer one is used.
          </p>
          <p>
            The site is provided as is. It may be unavailable, and model makers may change or withdraw their models.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Services and software of others',
      body: (
        <>
          <p>
            Sign-in is by Google, the gallery on the home page shows posts from X, and videos are made by outside
            services. Their own terms apply to what they do.
          </p>
          <p>
            This site contains software and fonts of others. Their <a href="/licenses.txt">licenses</a> come with it.
          </p>
        </>
      ),
    },
    {
      id: 'ending',
      title: 'Termination',
      body: (
        <>
          <p>
            You can stop at any time, and have your account closed by writing to <ContactLink />. We may suspend an
            account that breaks these terms or harms others. We say why, unless the law forbids it, and you may answer.
          </p>
          <p>Credits left in an account that is closed for a serious breach are lost.</p>
        </>
      ),
    },
    {
      id: 'liability',
      title: 'Liability',
      body: (
        <p>
          Our liability is unlimited for intent and gross negligence, for personal injury, and wherever the law does not
          allow a limit. For other harm we answer only if a duty essential to this agreement was broken, up to what
          could be foreseen and what you paid in the twelve months before. Rights the law gives to consumers are not
          touched.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes, law, contact',
      body: (
        <>
          <p>
            When these terms change, the date at the top changes with them. Changes to your disadvantage apply only to
            what you do afterward. If you disagree, you may close your account.
          </p>
          <p>
            The law of the country where the operator is based applies; consumers keep the protection of their own
            country's law. Questions go to <ContactLink />.
          </p>
        </>
      ),
    },
  ],
}
