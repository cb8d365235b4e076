import { Link } from 'react-router';

/**
 * Says that the owner has had no mail about some enquiries, and where it stands why; nothing where
 * all have gone.
 */
export function UnsentNote({ count }: { count: number }) {
  return (
    <p role="status" className="mt-3 font-medium text-barn empty:hidden">
      {count > 0 && (
        <>
          {count === 1 ? '1 e-mail about an enquiry has' : `${count} e-mails about enquiries have`}{' '}
          not been sent to you.{' '}
          <Link to="/admin/quotes" className="drawn-link">
            Quote Requests
          </Link>{' '}
          and{' '}
          <Link to="/admin/contacts" className="drawn-link">
            Contact Messages
          </Link>{' '}
          say which, and why.
        </>
      )}
    </p>
  );
}
