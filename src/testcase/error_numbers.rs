//! The names of error numbers, as Linux has them.

use super::Datum;

/// In the order of their numbers, which begin at 1; `-` for a number without a name.
const NAMES: &str = "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST \
    EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK \
    ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE \
    EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM \
    EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART \
    ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP \
    EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN \
    ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM \
    ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD \
    ENOTRECOVERABLE ERFKILL EHWPOISON";

/// An error number as its name, or as the number if it has no name.
pub fn error_number(number: i32) -> Datum {
    let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let name = place.and_then(|place| NAMES.split_whitespace().nth(place));
    match name.filter(|name| *name != "-") {
        Some(name) => Datum::Name(name.to_owned()),
        None => Datum::Integer(number.into()),
    }
}

/// Whether this is the name of an error number.
pub fn is_error_number(name: &str) -> bool {
    name.starts_with('E') && NAMES.split_whitespace().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_system() {
        let name = |name: &str| Datum::Name(name.to_owned());
        let known = [
            (libc::EPERM, "EPERM"),
            (libc::ELOOP, "ELOOP"),
            (libc::ENOMSG, "ENOMSG"),
            (libc::EBFONT, "EBFONT"),
            (libc::ETIMEDOUT, "ETIMEDOUT"),
            (libc::EHWPOISON, "EHWPOISON"),
        ];
        for (number, word) in known {
            assert_eq!(error_number(number), name(word));
        }
        assert_eq!(error_number(0), Datum::Integer(0));
        assert_eq!(error_number(41), Datum::Integer(41));
        assert_eq!(error_number(-1), Datum::Integer(-1));
    }
}
