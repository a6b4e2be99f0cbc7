//! The questions of a script by their numbers and places, for people.

use super::{Command, Script};
use crate::sexp::{Kind, Lexer};

impl Script {
    /// How many questions it asks before it ends.
    pub fn count_questions(&self) -> usize {
        let before_exit = self.commands.iter().take_while(|command| **command != Command::Exit);
        before_exit.filter(|command| command.is_question()).count()
    }

    /// The script up to one of its questions, the first of which has the number 1. `None` if there are not so many.
    pub fn up_to_question(&self, number: usize) -> Option<Script> {
        let exit = self.commands.iter().position(|command| *command == Command::Exit);
        let commands = &self.commands[..exit.unwrap_or(self.commands.len())];
        let mut questions = commands.iter().enumerate().filter(|(_, command)| command.is_question());
        let (at, _) = questions.nth(number.checked_sub(1)?)?;
        let mut script = self.clone();
        script.commands.truncate(at + 1);
        Some(script)
    }
}

/// The lines of a text, counted from 1, in which its questions stand.
pub fn question_lines(text: &str) -> Vec<usize> {
    let mut lexer = Lexer::new(text);
    let (mut lines, mut line, mut counted) = (Vec::new(), 1, 0);
    loop {
        let open = lexer.token();
        if open.kind != Kind::Open {
            if open.kind == Kind::End {
                return lines;
            }
            continue;
        }
        let head = lexer.peek();
        match lexer.text(head) {
            "check-sat" | "check-sat-assuming" => {
                line += text[counted..open.start].matches('\n').count();
                counted = open.start;
                lines.push(line);
            }
            "exit" => return lines,
            _ => {}
        }
        if !lexer.skip_to_close(1) {
            return lines;
        }
    }
}
