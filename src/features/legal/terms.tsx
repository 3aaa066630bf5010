import { Link } from 'react-router-dom'
import { env } from '@/config/env'
import { MODELS } from '@/config/models'
import { paths } from '@/config/paths'
import { ContactLink } from './contact-link'
import type { LegalDocument } from './legal-document'

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  path: paths.terms,
  description: `What you may make with ${env.siteName}, how credits are held and charged, whose the videos are, and what nobody can promise.`,
  updated: '2026-11-24',
  summary: [
    'You describe a scene or upload an image, and a video model makes a short video of it for credits.',
    'Credits are held when you start and charged only when the video is there. If it fails, they come back.',
    'Use your own material, and only images of adults who agreed. What you make is yours to answer for.',
  ],
  sections: [
    {
      id: 'agreement',
      title: 'What these terms cover',
      body: (
        <>
          <p>
            {env.siteName} is a website that turns a text prompt or an image into a short video. These terms are the
            agreement between you and whoever runs this site, reached at <ContactLink />. You accept them by signing in.
          </p>
          <p>
            The <Link to={paths.privacy}>Privacy Policy</Link> says what is kept about you, the{' '}
            <Link to={paths.refund}>Refund Policy</Link> when money comes back. Both belong to these terms.
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
            Everyone may look around. To make videos you sign in with a Google account and must be at least 18 years
            old, or older where your law sets the age of majority higher.
          </p>
          <p>
            Your account is for you. What is done through it counts as done by you, so keep your Google account safe and
            tell us if somebody else got in.
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
          <ul>
            {MODELS.map(({ id, name, credits }) => (
              <li key={id}>
                {name}: {credits} credits
              </li>
            ))}
          </ul>
          <p>
            The credits are <strong>held</strong> when you click Generate. They are <strong>charged</strong> when the
            video is stored and plays. They are <strong>given back</strong> when the job fails, when it brings no
            playable file, or when nothing has arrived after an hour. Every movement is written down and none is ever
            changed afterwards.
          </p>
          <p>
            You can ask for a running job to be cancelled. The credits come back if the video service confirms that it
            did not start or will not charge; otherwise the video is finished and charged.
          </p>
          <p>
            A price can change for future videos. If it changed since you saw it, the job stops and asks you to confirm.
            Credits are not money: they cannot be paid out, sold or passed to another account.
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
          yet. Before they can, this section will say how they are paid, renewed and ended.
        </p>
      ),
    },
    {
      id: 'material',
      title: 'What you bring',
      body: (
        <>
          <p>
            Your prompts and images stay yours. You allow us to store them and to pass them to the video service, as far
            as that is needed to make, show and keep your videos, and for nothing else.
          </p>
          <p>You promise that</p>
          <ul>
            <li>you own what you upload, or have the right to use it this way;</li>
            <li>every person who can be recognised in an image is an adult and agreed to this use of it;</li>
            <li>neither breaks the law or the rights of others.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'not-allowed',
      title: 'What may not be made',
      body: (
        <>
          <p>Do not use {env.siteName} for</p>
          <ul>
            <li>anything sexual or romantic that shows somebody under 18, or somebody made to look so;</li>
            <li>sexually explicit videos, and intimate videos of real people who did not agree to them;</li>
            <li>passing off an invented scene as something a real person said or did;</li>
            <li>harassment, threats, hatred of a group, or the praise of violence;</li>
            <li>fraud, impersonation, or influencing an election by deception;</li>
            <li>copying a work, character or brand that you have no right to;</li>
            <li>
              getting around prices, limits or the checks of the video service, or burdening the service by machine.
            </li>
          </ul>
          <p>
            The video services check requests by rules of their own and may refuse one. You are not charged for a
            refused request. Where a video could be taken for real, say that it is made by AI; in many places the law
            requires it.
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
            We claim no rights in your videos. You may use them for anything lawful, also commercially, as far as the
            terms of the model’s maker allow. In some countries a work made by a machine has no copyright at all, and
            other people’s prompts can lead to similar videos.
          </p>
          <p>
            Your videos are private: nobody else sees them through this site. We keep a copy so that you can find them
            again, as the <Link to={paths.privacy}>Privacy Policy</Link> describes. Download what matters to you; this
            is not a backup service.
          </p>
        </>
      ),
    },
    {
      id: 'no-promise',
      title: 'What nobody can promise',
      body: (
        <>
          <p>
            The models belong to others and their results vary. A video may miss your prompt, show what cannot be, or
            say something wrong. Times are estimates. Plan lengths are the longest a plan is meant for; each model has
            its own lengths, and the next longer one is used.
          </p>
          <p>
            The site is offered as it is. It can be out of reach, and a model can be changed or withdrawn by its maker.
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
      title: 'Ending it',
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
          We answer without limit for harm done on purpose or by gross negligence, for injury, and wherever the law
          allows no limit. For other harm we answer only if a duty essential to this agreement was broken, up to what
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
            When these terms change, the date at the top changes with them. A change to your disadvantage applies only
            to what you do after it, and you may close your account instead.
          </p>
          <p>
            The law of the country this site is run from applies; consumers keep the protection of their own country’s
            law. Questions go to <ContactLink />.
          </p>
        </>
      ),
    },
  ],
}
