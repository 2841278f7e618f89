# Who was undercut, by whom and for how much; lines that were refused are left out.
select(.kind == "undercut")
| [.id, (.knocker.name // "knocker"), .winner, .points] | @tsv
