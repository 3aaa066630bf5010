import { Link } from 'react-router-dom'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { ContactLink } from './contact-link'
import type { LegalDocument } from './legal-document'
import { BROWSER_ENTRIES, SERVER_RECORDS } from './privacy-records'
import { OUTSIDE_SERVICES } from './privacy-services'
import { RecordList } from './record-list'
import { VideoServices } from './video-services'

export const PRIVACY: LegalDocument = {
  title: 'Privacy Policy',
  path: paths.privacy,
  description: `What ${env.siteName} keeps about you, why, for how long, who else receives it, and how to delete it.`,
  updated: '2026-11-26',
  summary: [
    'If you do not sign in, we store no profile of you. There are no ads, tracking, or analytics.',
    'Signed in, we keep your profile, a record of each sign-in, your prompts, images and videos, and every credit transaction.',
    'Your videos are private unless you share a link. You can export them, delete them, and delete your account.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <p>
          The operator of {env.siteName} is the controller of your data: <ContactLink />.
        </p>
      ),
    },
    {
      id: 'server',
      title: 'What is kept on the server',
      body: (
        <>
          <p>
            Only for people who sign in, and only this. If you open a shared video, only your request count is kept; if
            you report one, so are your words.
          </p>
          <RecordList
            records={SERVER_RECORDS.map(({ name, holds, why, until }) => ({
              name,
              facts: [
                ['What', holds],
                ['Why', why],
                ['How long', until],
              ],
            }))}
          />
          <p>
            Under the GDPR: we process your profile, jobs, files, and credits to perform our contract with you; login
            records, request counts, and logs for our legitimate interest in a secure service; and credit transactions
            also to meet accounting obligations.
          </p>
        </>
      ),
    },
    {
      id: 'browser',
      title: 'What is kept in your browser',
      body: (
        <>
          <p>In your browser's storage, only to make the site work:</p>
          <ul>
            {BROWSER_ENTRIES.map(({ name, holds }) => (
              <li key={name}>
                <code className="wrap-anywhere">{name}</code>: {holds}
              </li>
            ))}
          </ul>
          <p>
            We set no cookies. Google and X may set theirs in their own windows and frames. You can clear all of it in
            your browser's settings at any time.
          </p>
        </>
      ),
    },
    {
      id: 'others',
      title: 'Who else receives data',
      body: (
        <>
          <p>Only these services, each for one purpose. We never sell your data.</p>
          <RecordList
            records={OUTSIDE_SERVICES.map(({ name, hasProviders, receives, when, policy }) => ({
              name,
              facts: [
                ...(hasProviders ? [['On this site', <VideoServices key="names" />] as const] : []),
                ['Receives', receives],
                ['When', when],
                ...(policy
                  ? [
                      [
                        'Its policy',
                        <a
                          key="policy"
                          href={policy}
                          target="_blank"
                          rel="noreferrer"
                          className="pointer-coarse:-my-3 pointer-coarse:inline-block pointer-coarse:py-3 pointer-coarse:min-w-11"
                        >
                          {new URL(policy).host}
                        </a>,
                      ] as const,
                    ]
                  : []),
              ],
            }))}
          />
          <p>
            Some of them work in other countries than yours, among them the United States and countries in Asia, where
            other data protection laws apply. Do not include anything in a prompt or image that must not leave your
            country.
          </p>
        </>
      ),
    },
    {
      id: 'training',
      title: 'Training of models',
      body: (
        <p>
          We do not train models on your data or anyone else's. What the video service and the makers of the models may
          do with what they receive is set by their terms, not by us.
        </p>
      ),
    },
    {
      id: 'images',
      title: 'People in your images and recordings',
      body: (
        <p>
          An image or a voice of a person is that person's data. Upload only images and voices of adults who agreed to
          it. If you appear in a video without your consent, write to <ContactLink /> and we will delete it.
        </p>
      ),
    },
    {
      id: 'deletion',
      title: 'Deleting',
      body: (
        <>
          <p>
            Under <em>Your videos</em> you can delete a finished video at any time, together with its prompt and its
            image. That cannot be undone.
          </p>
          <p>
            On the <Link to={paths.account}>Account</Link> page you can delete your account, at any time when no video
            is being generated. Your sign-in, profile, and login records go at once. Prompts, images, and videos follow
            within minutes, or within a day if you have thousands. Credit transactions remain under a number that can no
            longer be linked to you. Copies in backups are overwritten in their usual turn.
          </p>
          <p>
            If you can't sign in, write to <ContactLink /> from the account's email address. We then delete it within a
            month.
          </p>
        </>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <p>
          You may ask what we hold about you, have it corrected, deleted or handed over in a common format, and object
          to its use. The <Link to={paths.account}>Account</Link> page exports it as one file. For all else, write to{' '}
          <ContactLink />. If you think we do wrong, you may complain to the data protection authority where you live.
        </p>
      ),
    },
    {
      id: 'children',
      title: 'Children',
      body: <p>The site is for adults. We delete the account of anybody we find to be under 18.</p>,
    },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          When what we keep or where it goes changes, this page changes first, and the date at its top with it. Earlier
          versions are available on request.
        </p>
      ),
    },
  ],
}
